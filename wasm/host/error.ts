/**
 * Whose fault a failure is: `usage` the query's, `data` the file's, `load` the
 * way to the module, `trap` and `internal` the module's own.
 */
export type IsoErrorKind = 'usage' | 'data' | 'load' | 'trap' | 'internal';

/** Everything that this host rejects with. */
export class IsoError extends Error {
  constructor(
    readonly kind: IsoErrorKind,
    message: string,
  ) {
    super(message);
    this.name = 'IsoError';
  }
}
