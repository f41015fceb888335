interface Resolvers {
  promise: Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

const withResolvers = (): Resolvers => {
  const all: Partial<Resolvers> = {}
  all.promise = new Promise((resolve, reject) => {
    all.resolve = resolve
    all.reject = reject
  })
  return all as Resolvers
}

const tryNow = async (work: (...args: unknown[]) => unknown, ...args: unknown[]): Promise<unknown> =>
  await work(...args)

const groupInMap = (values: Iterable<unknown>, keyOf: (value: unknown, at: number) => unknown) => {
  const groups = new Map<unknown, unknown[]>()
  let at = 0
  for (const value of values) {
    const key = keyOf(value, at++)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

const groupInObject = (values: Iterable<unknown>, keyOf: (value: unknown, at: number) => unknown) =>
  Object.assign(
    Object.create(null),
    Object.fromEntries(groupInMap(values, (value, at) => String(keyOf(value, at)))),
  ) as unknown

/** Every character that could mean something is written as its code. */
const escapeRegExp = (text: string): string =>
  text.replace(/[^\w\u0080-\uffff]|^[0-9a-zA-Z]/g, unit =>
    /[\^$\\.*+?()[\]{}|/]/.test(unit)
      ? `\\${unit}`
      : `\\x${unit.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )

type Keyed = Pick<Map<unknown, unknown>, 'has' | 'get' | 'set'>

function getOrInsert(this: Keyed, key: unknown, value: unknown): unknown {
  if (!this.has(key)) this.set(key, value)
  return this.get(key)
}

function getOrInsertComputed(this: Keyed, key: unknown, make: (key: unknown) => unknown): unknown {
  if (!this.has(key)) this.set(key, make(key))
  return this.get(key)
}

const fromAsync = async (
  values: AsyncIterable<unknown> | Iterable<unknown>,
  change?: (value: unknown, at: number) => unknown,
): Promise<unknown[]> => {
  const all: unknown[] = []
  for await (const value of values) all.push(change ? await change(value, all.length) : value)
  return all
}

function union(this: Set<unknown>, other: Iterable<unknown>): Set<unknown> {
  return new Set([...this, ...keysOf(other)])
}

function intersection(this: Set<unknown>, other: Iterable<unknown>): Set<unknown> {
  const theirs = new Set(keysOf(other))
  return new Set([...this].filter(value => theirs.has(value)))
}

function difference(this: Set<unknown>, other: Iterable<unknown>): Set<unknown> {
  const theirs = new Set(keysOf(other))
  return new Set([...this].filter(value => !theirs.has(value)))
}

function isSubsetOf(this: Set<unknown>, other: Iterable<unknown>): boolean {
  const theirs = new Set(keysOf(other))
  return [...this].every(value => theirs.has(value))
}

function isSupersetOf(this: Set<unknown>, other: Iterable<unknown>): boolean {
  return [...keysOf(other)].every(value => this.has(value))
}

function isDisjointFrom(this: Set<unknown>, other: Iterable<unknown>): boolean {
  return [...keysOf(other)].every(value => !this.has(value))
}

/** A map stands for its keys. */
const keysOf = (other: Iterable<unknown>): Iterable<unknown> => (other instanceof Map ? other.keys() : other)

async function bytes(this: Pick<Response, 'arrayBuffer'>): Promise<Uint8Array> {
  return new Uint8Array(await this.arrayBuffer())
}

/** Where each belongs, its name, and itself. */
export const PLAIN_FUNCTIONS: readonly (readonly [target: object, name: string, value: unknown])[] = [
  [Promise, 'withResolvers', withResolvers],
  [Promise, 'try', tryNow],
  [Map, 'groupBy', groupInMap],
  [Object, 'groupBy', groupInObject],
  [RegExp, 'escape', escapeRegExp],
  [Array, 'fromAsync', fromAsync],
  ...[Map.prototype, WeakMap.prototype].flatMap(target => [
    [target, 'getOrInsert', getOrInsert] as const,
    [target, 'getOrInsertComputed', getOrInsertComputed] as const,
  ]),
  ...Object.entries({ union, intersection, difference, isSubsetOf, isSupersetOf, isDisjointFrom }).map(
    ([name, value]) => [Set.prototype, name, value] as const,
  ),
  [Response.prototype, 'bytes', bytes],
  [Blob.prototype, 'bytes', bytes],
]
