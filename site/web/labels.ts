// Names written along the curves. A name is put where it touches no curve, mark
// or other name, and where no other curve is as near as its own; one that fits
// nowhere is left to the legend.

/** A curve on the screen, in CSS pixels of the plot, and the size of its name. */
export interface Named {
  xs: ArrayLike<number>;
  ys: ArrayLike<number>;
  width: number;
}

/** Where a name begins: its left end and the middle of its height. */
export interface Place {
  left: number;
  middle: number;
}

/** The plot is cut into cells of this many pixels. */
const cell = 4;
/** A name's height, and how far it keeps from its own curve. */
const height = 14;
const gap = 3;

/** What is where in the plot: 0 for nothing, a curve's number from 1 on, or
 * `solid` for what no name may cover. */
class Floor {
  private readonly columns: number;
  private readonly rows: number;
  private readonly cells: Uint16Array;

  constructor(private readonly width: number, private readonly height: number) {
    this.columns = Math.ceil(width / cell) + 1;
    this.rows = Math.ceil(height / cell) + 1;
    this.cells = new Uint16Array(this.columns * this.rows);
  }

  /** Notes a curve along its pixels. */
  curve(named: Named, number: number): void {
    const { xs, ys } = named;
    for (let i = 1; i < xs.length; i++) {
      const dx = xs[i]! - xs[i - 1]!;
      const dy = ys[i]! - ys[i - 1]!;
      const steps = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / (cell / 2)) || 1;
      if (steps > 1e4) continue; // far outside, zoomed in
      for (let k = 0; k <= steps; k++) this.put(xs[i - 1]! + (dx * k) / steps, ys[i - 1]! + (dy * k) / steps, number);
    }
  }

  private put(x: number, y: number, number: number): void {
    if (x < 0 || y < 0 || x > this.width || y > this.height) return;
    const at = Math.floor(y / cell) * this.columns + Math.floor(x / cell);
    // Where two curves meet, no name is next to its own only.
    this.cells[at] = this.cells[at] && this.cells[at] !== number ? solid : number;
  }

  fill(left: number, top: number, right: number, bottom: number): void {
    this.each(left, top, right, bottom, (at) => {
      this.cells[at] = solid;
      return true;
    });
  }

  /** Whether nothing but the curve `own`, if any, is inside. */
  free(left: number, top: number, right: number, bottom: number, own: number): boolean {
    return this.each(left, top, right, bottom, (at) => this.cells[at] === 0 || this.cells[at] === own);
  }

  /** How many cells inside are taken by anything but the curve `own`. */
  crowd(left: number, top: number, right: number, bottom: number, own: number): number {
    let n = 0;
    this.each(left, top, right, bottom, (at) => {
      if (this.cells[at] !== 0 && this.cells[at] !== own) n++;
      return true;
    });
    return n;
  }

  private each(left: number, top: number, right: number, bottom: number, visit: (at: number) => boolean): boolean {
    const to = Math.min(this.columns - 1, Math.floor(right / cell));
    const down = Math.min(this.rows - 1, Math.floor(bottom / cell));
    for (let row = Math.max(0, Math.floor(top / cell)); row <= down; row++) {
      for (let column = Math.max(0, Math.floor(left / cell)); column <= to; column++) {
        if (!visit(row * this.columns + column)) return false;
      }
    }
    return true;
  }
}

const solid = 0xffff;

/** What no name may cover: its middle, and how far it reaches to either side. */
export interface Block {
  x: number;
  y: number;
  across: number;
  down: number;
}

/** Places names in the order given, each where it is least crowded and, if it can
 * be, not under the upright line, between `line` and `to`; null for a name that fits
 * nowhere. */
export function placeNames(curves: Named[], blocks: Block[], width: number, full: number, line = NaN, to = line, text = 1): (Place | null)[] {
  const tall = height * text;
  const floor = new Floor(width, full);
  curves.forEach((c, i) => floor.curve(c, i + 1));
  for (const b of blocks) floor.fill(b.x - b.across, b.y - b.down, b.x + b.across, b.y + b.down);
  return curves.map((c, i) => {
    let best: Place | null = null;
    let least = Infinity;
    const consider = (left: number, middle: number) => {
      const [top, right, bottom] = [middle - tall / 2, left + c.width, middle + tall / 2];
      if (left < 2 || right > width - 2 || top < 2 || bottom > full - 2) return;
      if (!floor.free(left, top, right, bottom, 0)) return;
      if (!floor.free(left - cell, top - cell, right + cell, bottom + cell, i + 1)) return;
      const under = left - cell < to && line < right + cell ? 1e6 : 0;
      const crowd = under + floor.crowd(left - 16, top - 16, right + 16, bottom + 16, i + 1);
      if (crowd < least) [least, best] = [crowd, { left, middle }];
    };
    let [lastX, lastY] = [NaN, NaN];
    for (let k = 0; k < c.xs.length; k++) {
      const [x, y] = [c.xs[k]!, c.ys[k]!];
      if (Math.abs(x - lastX) + Math.abs(y - lastY) < 8) continue;
      [lastX, lastY] = [x, y];
      const off = gap + cell;
      for (const middle of [y - tall / 2 - gap, y + tall / 2 + gap]) {
        for (const left of [x + off, x - c.width / 2, x - c.width - off]) consider(left, middle);
      }
      consider(x + off + 2, y);
      consider(x - c.width - off - 2, y);
    }
    if (best) {
      const { left, middle } = best as Place;
      floor.fill(left - 2, middle - tall / 2 - 2, left + c.width + 2, middle + tall / 2 + 2);
    }
    return best;
  });
}
