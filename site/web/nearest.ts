/** The index of the point nearest to a place on the screen, at most `reach`
 * pixels away; -1 for none. Distances are of the screen, never of the data: on a
 * log axis the two differ. Places that are no numbers are passed over. */
export function nearest(xs: Float64Array, ys: Float64Array, x: number, y: number, reach: number): number {
  let best = -1;
  let least = reach * reach;
  for (let i = 0; i < xs.length; i++) {
    const dx = xs[i]! - x;
    const dy = ys[i]! - y;
    const distance = dx * dx + dy * dy;
    if (distance <= least) {
      least = distance;
      best = i;
    }
  }
  return best;
}
