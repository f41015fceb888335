/** Numbers that are the same for the same seed. */
export interface Random {
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  chance(percent: number): boolean
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 3) % limit
  }
  return {
    below,
    pick(from) {
      const one = from[below(from.length)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
    chance: percent => below(100) < percent,
  }
}

/** A text with a few places damaged: nearer to the edge of a language than noise is. */
export const damage = (text: string, pieces: readonly string[], random: Random): string => {
  let damaged = text
  for (let times = random.pick([0, 0, 0, 1, 1, 2, 3]); times > 0; times -= 1) {
    const at = random.below(damaged.length + 1)
    const drop = random.pick([0, 0, 0, 1, 1, 2, 4])
    damaged = damaged.slice(0, at) + (random.chance(80) ? random.pick(pieces) : '') + damaged.slice(at + drop)
  }
  return damaged
}

/** Pieces of patterns, most of them about brackets and what ends a pattern. */
const PATTERN_PIECES = [
  ...['a', 'b', '.', '*', '^', '$', '\\.', '\\\\', '\\[', '\\]', '"', "'", ' ', ';', '}', '{', '|', '#', '&'],
  ...[
    '[abc]',
    '[^a]',
    '[]a]',
    '[^]a]',
    '[[:alpha:]]',
    '[[:alpha:][:digit:]_]',
    '[[.a.]]',
    '[[=a=]b]',
    '[a-z]',
  ],
  ...[
    '[\\]]',
    '[^\\]]',
    '[\\[]',
    '[[]',
    '[^[]',
    '[\\\\]',
    '[]]',
    '[^]]',
    '[',
    ']',
    '[[:',
    ':]',
    '[[.',
    '[]',
    '[^]',
  ],
  ...[
    '[\\]',
    '[[:alpha:]',
    '[a',
    'b]',
    '\\n',
    '\\t',
    '\\',
    '[D]',
    '[[:alpha:]D]',
    '[]D]',
    '[\\D]',
    'D',
    '\\D',
    'D]',
  ],
]

/** A pattern in which `D` stands for the delimiter, inside and outside of brackets. */
export const randomPattern = (random: Random, delimiter: string): string => {
  const tame = random.chance(60)
  const pieces = tame ? PATTERN_PIECES.slice(0, 37) : PATTERN_PIECES
  return Array.from({ length: 1 + random.below(4) }, () => random.pick(pieces))
    .join('')
    .replaceAll('D', delimiter)
}

/** Beginnings of a list that is closed in one reading and open in another, and what closes it. */
const OPENED = [
  ...[
    '[[:alpha:]',
    '[[:alpha:][:digit:]',
    '[',
    '[]',
    '[^]',
    '[^',
    '[a',
    '[[.a.]',
    '[[=a=]',
    '[\\]',
    '[\\',
    '[[',
    '[[:',
    '[[:a',
    '[[.',
  ],
  ...['[^\\]', '[]a', '[[:alpha:]\\', '\\[', '[a]', '[[]', '[]]', '[\\\\', '[[:alpha:]]', '[^]]'],
]
const CLOSED = [']', ']]', 'a]', ':]]', '.]]', '\\]', '^]', '[]', ' ]', '', 'a-z]', ':]', '=]]', '\\]]']

/** A pattern that ends at its first delimiter for one reader and at its second for another. */
export const disputedPattern = (random: Random, delimiter: string): string =>
  `${random.pick(OPENED)}${random.chance(85) ? delimiter : `\\${delimiter}`}${random.pick(CLOSED)}`
