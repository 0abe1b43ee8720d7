/** A point to draw, in CSS pixels of the plot. */
export interface Mark {
  x: number;
  y: number;
  series: number;
  /** On the frontier. */
  member: boolean;
  /** Drawn smaller, on top of another one. */
  small: boolean;
}

/** Marks nearer than this cover each other. */
const near = 6;

/** The order to draw marks in, so that each can be seen: those off the frontier
 * below, and a mark that lies on another series' mark small, with the other
 * around it. */
export function stacked(marks: Mark[]): Mark[] {
  const below = marks.filter((m) => !m.member);
  const above = marks.filter((m) => m.member).sort((a, b) => a.x - b.x);
  above.forEach((m, i) => {
    for (let k = i - 1; k >= 0 && m.x - above[k]!.x < near; k--) {
      const o = above[k]!;
      if (o.series !== m.series && !o.small && Math.abs(o.y - m.y) < near) {
        m.small = true;
        return;
      }
    }
  });
  return [...below, ...above.filter((m) => !m.small), ...above.filter((m) => m.small)];
}
