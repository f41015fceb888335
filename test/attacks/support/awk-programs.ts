const PIECES = [
  ...[
    'print',
    'printf',
    '(',
    ')',
    '(',
    ')',
    '>',
    '>',
    '"fresh.txt"',
    '$1',
    '2',
    ';',
    '{',
    '}',
    ',',
    '?',
    ':',
  ],
  ...[
    '[',
    ']',
    'a',
    '!',
    '/x/',
    '~',
    'NR',
    '"%d"',
    'length',
    'substr',
    'if',
    'else',
    'in',
    '\n',
    '=',
    '+',
    '-',
  ],
]

/** Programs put together from pieces of the language, most of them wrong; the same for the same seed. */
export const awkPrograms = (count: number, seed: number): readonly string[] => {
  let state = seed
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % limit
  }
  const piece = (): string => PIECES[below(PIECES.length)] ?? ''
  const templates: readonly (() => string)[] = [
    () => `{print (${piece()}${piece()}>${piece()})${piece()}${piece()}}`,
    () => `{print ${piece()} ${piece()} (${piece()} > ${piece()}) ${piece()}}`,
    () => `{${Array.from({ length: 3 + below(7) }, piece).join(' ')}}`,
    () => `{printf("%d", (${piece()}>${piece()})) ${piece()} ${piece()}}`,
    () => `(${piece()}>${piece()}){print ${piece()} ${piece()} ${piece()}}`,
  ]
  return Array.from({ length: count }, () => templates[below(templates.length)]?.() ?? '')
}
