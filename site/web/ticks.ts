// Places and texts of axis ticks. Texts do not follow the reader's locale: the
// tables beside the chart do not either.

/** At most `most` multiples of 1, 2 or 5 x 10^k inside [min, max]. */
export function linearTicks(min: number, max: number, most: number): number[] {
  const rough = (max - min) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? 10 * power;
  const ticks: number[] = [];
  for (let k = Math.ceil(min / step - 1e-9); k * step <= max * (1 + 1e-12); k++) {
    ticks.push(Number((k * step).toPrecision(12)));
  }
  return ticks;
}

const mantissas = [
  [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 5, 7],
  [1, 2, 3, 5],
  [1, 2, 5],
  [1, 3],
  [1],
];

/** The densest familiar set of ticks on a log axis that stays within `most`. */
export function logTicks(min: number, max: number, most: number): number[] {
  let ticks: number[] = [];
  for (const set of mantissas) {
    ticks = [];
    for (let k = Math.floor(Math.log10(min)); 10 ** k <= max; k++) {
      for (const m of set) {
        const tick = Number((m * 10 ** k).toPrecision(12));
        if (tick >= min && tick <= max) ticks.push(tick);
      }
    }
    if (ticks.length <= most) break;
  }
  return ticks;
}

/** A tick's text: plain digits, thousands grouped by commas. */
export function label(value: number): string {
  const [whole, fraction] = String(Number(value.toPrecision(12))).split(".");
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction ? `${grouped}.${fraction}` : grouped;
}
