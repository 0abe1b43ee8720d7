// Which of files that came together belong together: requests and the tool's own summary.

/** The number that a browser gives to a second download. */
const NUMBER = / ?\(\d+\)(?=\.[^.]*$)/;

/** A file's name without it. */
export function plain(name: string): string {
  return name.replace(NUMBER, '');
}

/**
 * Pairs each file with the one that has the name in wanted, or -1. Names are compared without
 * their numbers, and of several files of one name those of one number belong together; where
 * that leaves a choice there is none: a summary of another run would be taken for this one's.
 */
export function pairs(names: string[], wanted: string[]): number[] {
  const plainly = names.map(plain);
  const number = names.map((name) => NUMBER.exec(name)?.[0].trim() ?? '');
  const all = [...names.keys()];
  return wanted.map((want, i) => {
    if (want === '') return -1;
    const asking = all.filter((k) => wanted[k] === want);
    const having = all.filter((k) => plainly[k] === want);
    if (asking.length === 1 && having.length === 1) return having[0]!;
    const mine = (k: number): boolean => number[k] === number[i];
    return asking.filter(mine).length === 1 && having.filter(mine).length === 1 ? having.find(mine)! : -1;
  });
}
