import type { Command, Motion, ObjectName, OperatorName, Parsed, Target } from './command.ts'

const OPERATORS: readonly string[] = ['d', 'c', 'y', '>', '<']
const G_OPERATORS: readonly string[] = ['u', 'U', '~']
const MOTIONS: ReadonlySet<string> = new Set([
  ...'hjklwbeWBE0^$G{}%;,_+-|',
  ' ',
  '<left>',
  '<right>',
  '<home>',
  '<end>',
  '<backspace>',
])
const G_MOTIONS: ReadonlySet<string> = new Set(['g', 'e', 'E', '_'])
const FINDS = 'fFtT'
const OBJECTS: ReadonlySet<string> = new Set([...'wWp"\'`()b[]{}B<>'])
const ACTIONS: ReadonlySet<string> = new Set([...'xXDCYsSJpPoOiaIAuvVR~.', '<delete>', '<c-r>'])

const MORE: Parsed = { kind: 'more' }
const BAD: Parsed = { kind: 'bad' }

interface Reading<T> {
  readonly value: T
  /** Keys used. */
  readonly used: number
}
type Attempt<T> = Reading<T> | 'more' | 'bad'

/** What the keys typed since the last command mean. */
export const parseCommand = (keys: readonly string[]): Parsed => {
  const count = readCount(keys)
  const rest = keys.slice(count.used)
  const [first, second] = rest
  if (first === undefined) return MORE
  if (OPERATORS.includes(first)) return readOperation({ keys: rest, used: 1, count: count.value })
  if (first === 'g' && second !== undefined && G_OPERATORS.includes(second))
    return readOperation({ keys: rest, used: 2, count: count.value })
  if (first === 'r')
    return second === undefined ? MORE : done({ type: 'do', name: 'r', char: second }, count.value)
  if (ACTIONS.has(first)) return done({ type: 'do', name: first }, count.value)
  const motion = readMotion(rest)
  if (typeof motion === 'string') return motion === 'more' ? MORE : BAD
  return done({ type: 'motion', motion: motion.value }, count.value)
}

type Countless = Command extends infer C ? (C extends Command ? Omit<C, 'count'> : never) : never

const done = (command: Countless, count: number | undefined): Parsed => ({
  kind: 'done',
  command: (count === undefined ? command : { ...command, count }) as Command,
})

/** A zero in front is the motion. */
export const readCount = (keys: readonly string[]): Reading<number | undefined> => {
  let used = 0
  while (/^[0-9]$/.test(keys[used] ?? '') && !(used === 0 && keys[0] === '0')) used += 1
  if (used === 0) return { value: undefined, used }
  return { value: Math.min(Number(keys.slice(0, used).join('')), 9_999), used }
}

const readOperation = (at: {
  readonly keys: readonly string[]
  readonly used: number
  readonly count: number | undefined
}): Parsed => {
  const operator = at.keys.slice(0, at.used).join('') as OperatorName
  const behind = at.keys.slice(at.used)
  const inner = readCount(behind)
  const target = readTarget(operator, behind.slice(inner.used))
  if (typeof target === 'string') return target === 'more' ? MORE : BAD
  const counts = [at.count, inner.value].filter(count => count !== undefined)
  const count = counts.length === 0 ? undefined : counts.reduce((product, each) => product * each, 1)
  return done({ type: 'operate', operator, target: target.value }, count)
}

const readTarget = (operator: OperatorName, keys: readonly string[]): Attempt<Target> => {
  const typed = keys.join('')
  const doubles = [operator, operator.slice(-1)]
  if (doubles.includes(typed)) return { value: { by: 'lines' }, used: keys.length }
  const object = readObject(keys)
  if (object === 'more') return 'more'
  if (object !== 'bad') return { value: { by: 'object', object: object.value }, used: object.used }
  const motion = readMotion(keys)
  if (motion === 'more' || motion === 'bad') return motion
  return { value: { by: 'motion', motion: motion.value }, used: motion.used }
}

export const readObject = (keys: readonly string[]): Attempt<ObjectName> => {
  const [first, second] = keys
  if (first !== 'i' && first !== 'a') return 'bad'
  if (second === undefined) return 'more'
  return OBJECTS.has(second) ? { value: { around: first === 'a', of: second }, used: 2 } : 'bad'
}

export const readMotion = (keys: readonly string[]): Attempt<Motion> => {
  const [first, second] = keys
  if (first === undefined) return 'more'
  if (FINDS.includes(first)) {
    if (second === undefined) return 'more'
    return second.length > 2 && second.startsWith('<')
      ? 'bad'
      : { value: { name: first, char: second }, used: 2 }
  }
  if (first === 'g') {
    if (second === undefined) return 'more'
    return G_MOTIONS.has(second) ? { value: { name: `g${second}` }, used: 2 } : 'bad'
  }
  return MOTIONS.has(first) ? { value: { name: first }, used: 1 } : 'bad'
}
