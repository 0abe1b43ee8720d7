// The typed speed: a plain decimal above 0, or why it is none.

/** The most that can be typed, as site/parse.go bounds targets. */
const most = 1e6;

export function readSpeed(typed: string): { value: number } | { fault: string } {
  const text = typed.trim();
  if (text === "") return { fault: "Type a speed above 0, such as 30.5." };
  const comma = /^(\d+),(\d+)$/.exec(text);
  if (comma) {
    const [, whole, rest] = comma;
    return rest!.length === 3
      ? { fault: `“${text}”: write ${whole}.${rest}, or ${whole}${rest} without the comma.` }
      : { fault: `“${text}”: use a point: ${whole}.${rest}.` };
  }
  if (!/^(\d+\.?\d*|\.\d+)$/.test(text)) return { fault: `“${text}” is not a number such as 30.5.` };
  const value = Number(text);
  if (!(value > 0)) return { fault: `“${text}” is not above 0.` };
  if (value > most) return { fault: `“${text}” is above ${most}, the most that is taken.` };
  return { value };
}
