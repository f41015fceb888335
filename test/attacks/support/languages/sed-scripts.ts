import { createRandom, damage, disputedPattern, type Random, randomPattern } from './random-pieces.ts'

const DELIMITERS = ['/', '/', '/', '/', '|', ',', '#', ':', '@', '_', '!', ';', '=']
const ODD_DELIMITERS = ['x', 'a', '[', ']', '.', ' ', '&', '\\', '"', 'w', 'n']
const REPLACEMENTS = [
  'x',
  '',
  '&',
  '\\1',
  'a\\Db',
  'w made',
  '\\n',
  'b\\\nc',
  '[',
  ']',
  'touch ran',
  '\\\\',
  ';w made',
  'D',
  '}',
  '\\&',
]
const FLAGS = [
  '',
  '',
  '',
  'g',
  'p',
  '2',
  'gI',
  'i',
  'M',
  ' p',
  'w made',
  'e',
  'pw made',
  ' w made',
  'gg',
  '}',
]

const delimited = (random: Random, delimiter: string): string =>
  `${delimiter}${randomPattern(random, delimiter)}${delimiter}`

const address = (random: Random): string => {
  const delimiter = random.pick(['/', '/', '/', '\\,', '\\|', '\\#', '\\x', '\\a'])
  const last = delimiter.at(-1) ?? '/'
  return random.pick([
    ...[
      () => String(1 + random.below(4)),
      () => '$',
      () => `${delimiter}${randomPattern(random, last)}${last}`,
    ],
    ...[
      () => `/${randomPattern(random, '/')}/I`,
      () => '1~2',
      () => '0,/b/',
      () => '+1',
      () => '2,$',
      () => '/a/,+1',
    ],
  ])()
}

const WRITES = [
  'w made',
  'W made',
  'r secret.txt',
  'R secret.txt',
  'e touch ran',
  'e',
  'wmade',
  '1w made',
  'rsecret.txt',
]
const TEXTS = ['a text', 'i\\\ntext', 'c\\\ntext\\\nmore', 'a\\', 'i w made', 'a\\text', '$!a x;w made']
const LABELS = [
  ':a',
  'ba',
  'ta',
  'b',
  't',
  ': a',
  'b a',
  ':a;',
  'Ta',
  ':a w made',
  'b;',
  'bend',
  ':end',
  'ba}',
  ':a\\',
]

const command = (random: Random, depth: number): string => {
  const delimiter = random.pick(random.chance(90) ? DELIMITERS : ODD_DELIMITERS)
  const replacement = (): string => random.pick(REPLACEMENTS).replaceAll('D', delimiter)
  const made = random.pick([
    ...[
      () =>
        random.pick([
          'p',
          'd',
          'n',
          'N',
          'h',
          'H',
          'g',
          'G',
          'x',
          'P',
          'D',
          '=',
          'l',
          'z',
          'F',
          'q',
          'l 3',
          'q1',
        ]),
    ],
    ...[1, 2, 3].map(
      () => () => `s${delimited(random, delimiter)}${replacement()}${delimiter}${random.pick(FLAGS)}`,
    ),
    () =>
      `y${delimiter}${random.pick(['ab', '[a', 'a\\\\', '[]'])}${delimiter}${random.pick(['xy', 'w ', '[]', 'ab'])}${delimiter}`,
    () => random.pick(LABELS),
    () => (random.chance(25) ? random.pick(WRITES) : 'p'),
    () => (random.chance(25) ? random.pick(TEXTS) : 'p'),
    () =>
      depth > 0
        ? `{${command(random, depth - 1)}${random.pick([';', '\n', ''])}${command(random, depth - 1)}${random.pick(['}', ';}', '\n}'])}`
        : 'p',
  ])()
  const before = random.chance(45)
    ? `${address(random)}${random.chance(20) ? `,${address(random)}` : ''}`
    : ''
  return `${before}${random.pick(['', '', '', ' ', '!', ' ! '])}${made}`
}

const PIECES = [
  ...[
    '/',
    '/',
    '[',
    ']',
    '\\',
    '|',
    ';',
    '\n',
    '}',
    '{',
    ' ',
    '#',
    ',',
    '!',
    's',
    'y',
    'w made',
    'e',
    ';w made',
    '\nw made',
  ],
  ...[
    ':a',
    'b',
    '[[:alpha:]',
    '[^]',
    '[/]',
    '\\n',
    '\\\n',
    'w',
    'r',
    '&',
    '_',
    'p',
    '1',
    '$',
    'I',
    'M',
    'g',
    '#n\n',
    '[[.',
    '[[=',
  ],
]

/** What is a replacement for one reader is the next command for another, and so on to the end. */
const disputedLists = (random: Random): string => {
  const [outer, inner] = random.pick(
    ['/_', '/|', ',/', '|/', '/,', '#/', '/:'].map(pair => [...pair] as const),
  )
  const stake = random.pick(['w made', 'e', 'pw made', 'w made'])
  const pattern = disputedPattern(random, outer ?? '/')
  const head = random.pick([
    `s${outer}${pattern}${outer}`,
    `s${outer}${pattern}${outer}`,
    `/${disputedPattern(random, '/')}/`,
  ])
  return `${head}${random.pick(['p', 'p', '', 'g'])};s${inner}a${outer}${stake}${inner}b${inner}`
}

/** Scripts whose delimiters and ends of lines pair up in two ways, with a file at stake between them. */
const disputed = (random: Random): string => {
  if (random.chance(50)) return disputedLists(random)
  const [outer, inner] = [random.pick(DELIMITERS), random.pick(DELIMITERS)]
  const file = random.pick(['w made', 'w made', 'e touch ran', 'r secret.txt', 'W made'])
  const before = random.pick([
    ...[
      () => `s${outer}${disputedPattern(random, outer)}${outer}`,
      () => `s${outer}a${outer}${disputedPattern(random, outer)}${outer}`,
    ],
    ...[
      () => `${outer === '/' ? '' : '\\'}${outer}${disputedPattern(random, outer)}${outer}`,
      () => `y${outer}${disputedPattern(random, outer)}${outer}`,
    ],
    ...[
      () => ':a;',
      () => 'ba;',
      () => 't;',
      () => 's/a/b\\\n',
      () => ':a\\\n',
      () => 'b end;',
      () => '1!{ba};',
      () => '$!b;',
    ],
  ])()
  const between = random.pick([
    ...[
      `p;s${inner}a${outer}${file}${inner}b${inner}`,
      `s${inner}x${inner}\\\n${file}${inner}`,
      `;s${inner}a${inner};${file};${inner}`,
    ],
    ...[
      `;y${inner}a${outer}${inner}w ${inner}`,
      `${outer};${file}`,
      `x${outer}p;s${inner}a${outer}${file}${inner}${inner}`,
      `s${inner}a${inner}b\\\n${file}${inner}`,
    ],
    ...[
      `g;s${inner}${outer}${file}${inner}b${inner}`,
      `;s${inner}[${outer}]${file}${inner}b${inner}`,
      `\n${file}`,
      `};s${inner}a${inner}b\\\n${file}${inner}p`,
    ],
  ])
  return `${before}${between}${random.pick(['', '', 'p', ';p', `${outer}`, '\np'])}`
}

/** Scripts by the grammar of sed, about brackets, delimiters, labels and ends of lines, some of them damaged. */
export const sedScripts = function* (count: number, seed: number): Generator<string> {
  const random = createRandom(seed)
  for (let at = 0; at < count; at += 1) {
    const commands = Array.from({ length: random.pick([1, 1, 2, 2, 3]) }, () =>
      random.chance(40) ? disputed(random) : command(random, 1),
    )
    yield damage(commands.join(random.pick([';', ';', '\n', ' ; ', ''])), PIECES, random)
  }
}
