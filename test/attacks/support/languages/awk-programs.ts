import { createRandom, damage, disputedPattern, type Random, randomPattern } from './random-pieces.ts'

/** What makes a file, runs something or shows a secret wherever it takes effect. */
const EFFECTS = [
  ...['| "touch ran"', '> "made"', '>> "made"', '|& "touch ran"', '| "sh"', '> $1', '>$2', '> ("ma" "de")'],
  ...['> "made" $1', '>x', '> NR', '| $0'],
]
const STATEMENTS_WITH_EFFECTS = [
  ...['system("touch ran")', '"touch ran" | getline', 'getline line < "secret.txt"; print line'],
  ...['print ENVIRON["VARIABLE"]', 'ARGV[1] = "secret.txt"', 'for (k in ENVIRON) print ENVIRON[k]'],
  ...[
    'while ((getline line < "secret.txt") > 0) print line',
    'f = "system"; @f("touch ran")',
    'printf "x" > "made"',
  ],
]
const NAMES = ['x', 'y', 'n', 'NR', 'NF', '$0', '$1', '$NF', 'FNR', 'a["k"]', 'a[$1]', '$(NF-1)', 'length']
const STRINGS = [
  '"made"',
  '"touch ran"',
  '"secret.txt"',
  '"a\\"b"',
  '"/"',
  '"["',
  '"\\\\"',
  '" > "',
  '"|"',
  '""',
  '"}"',
  '"#"',
  '"\\/"',
]
const OPERATORS = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '^',
  ' ',
  ' ',
  '<',
  '>',
  '==',
  '!=',
  '~',
  '!~',
  '&&',
  '||',
  ' in ',
  '=',
  '+=',
  '/=',
  '?',
  ':',
]

const expression = (random: Random, depth: number): string => {
  const deeper = (): string => expression(random, depth - 1)
  const simple = [
    () => random.pick(NAMES),
    () => random.pick(STRINGS),
    () => String(random.below(9)),
    () => `/${randomPattern(random, '/')}/`,
    () => `$1 ~ /${randomPattern(random, '/')}/`,
    () => random.pick(['x++', '++x', 'x--', '.5', '1e2', '-x', '!x', '$x']),
  ]
  const compound = [
    ...[() => `(${deeper()})`, () => `${deeper()} ${random.pick(OPERATORS)} ${deeper()}`],
    ...[
      () => `${deeper()}${random.pick(OPERATORS)}${deeper()}`,
      () => `!${deeper()}`,
      () => `a[${deeper()}]`,
    ],
    ...[
      () => `(${deeper()} > ${deeper()})`,
      () => `${deeper()} ? ${deeper()} : ${deeper()}`,
      () => `x = ${deeper()}`,
    ],
    ...[
      () =>
        `${random.pick(['substr', 'index', 'match', 'split', 'sub', 'gsub', 'sprintf', 'length', 'gensub', 'foo'])}(${deeper()}, ${deeper()})`,
      () => `gsub(/${randomPattern(random, '/')}/, ${deeper()})`,
      () => `(${deeper()}, ${deeper()}) in a`,
    ],
  ]
  return random.pick(depth > 0 && random.chance(55) ? compound : simple)()
}

const printed = (random: Random): string => {
  const items = Array.from({ length: random.below(3) }, () => expression(random, 2)).join(', ')
  const list = random.chance(20) ? `(${items})` : ` ${items}`
  return `${random.pick(['print', 'print', 'print', 'printf "%s",'])}${list}${random.chance(12) ? ` ${random.pick(EFFECTS)}` : ''}`
}

const statement = (random: Random, depth: number): string => {
  const inner = (): string => statement(random, depth - 1)
  const simple = [
    ...[() => printed(random), () => printed(random), () => expression(random, 2), () => 'next', () => 'n++'],
    ...[() => random.pick(['getline', 'nextfile', 'exit', 'delete a', 'getline x', 'exit 1', 'delete a[1]'])],
  ]
  const compound = [
    ...[
      () => `if (${expression(random, 1)}) ${inner()}`,
      () => `if (${expression(random, 1)}) ${inner()}; else ${inner()}`,
    ],
    ...[() => `{ ${inner()}${random.pick(['; ', '\n'])}${inner()} }`, () => `for (k in a) ${inner()}`],
    ...[
      () => `for (i = 0; i < 3; i++) ${inner()}`,
      () => `${inner()} # ${random.pick(['"', '/', 'x', '}', '\\'])}\n`,
    ],
  ]
  if (random.chance(3)) return random.pick(STATEMENTS_WITH_EFFECTS)
  return random.pick(depth > 0 && random.chance(35) ? compound : simple)()
}

const rule = (random: Random): string => {
  const pattern = random.pick([
    ...[() => '', () => '', () => 'BEGIN ', () => 'END ', () => `/${randomPattern(random, '/')}/`],
    ...[() => expression(random, 2), () => `!/${randomPattern(random, '/')}/ `, () => 'NR==1,/b/'],
  ])()
  const block = Array.from({ length: 1 + random.below(3) }, () => statement(random, 2)).join(
    random.pick(['; ', ';', '\n']),
  )
  return pattern !== '' && !/^(?:BEGIN|END)/.test(pattern) && random.chance(25)
    ? pattern
    : `${pattern}{${block}}`
}

const PIECES = [
  ...[
    '"',
    '"',
    '/',
    '/',
    '[',
    ']',
    '\\',
    '|',
    '>',
    '>>',
    '(',
    ')',
    '{',
    '}',
    ';',
    '\n',
    ' ',
    '#',
    '!',
    '~',
    '$',
    ',',
  ],
  ...[
    'print ',
    'in',
    'length ',
    '++',
    '?',
    ':',
    '=',
    '\\\n',
    '"made"',
    '"touch ran"',
    '| "touch ran"',
    '> "made"',
  ],
  ...[
    'getline',
    'system(',
    'x',
    '1',
    '/=',
    '[^/]',
    '[/]',
    '[[:alpha:]/]',
    '"}',
    '"{',
    '/"/',
    '@',
    '`',
    '&',
    'regex',
    '\\"',
    '\\/',
  ],
]

/** A quote that is part of a pattern for one reader begins a string for another, and so on to the end. */
const disputedQuotes = (random: Random): string => {
  const lead = random.pick(['', '', '!', '$1 ~ ', 'x = ', '{ print ', 'NR > 1 && '])
  const pattern = random.chance(70)
    ? `/${disputedPattern(random, '/')}`
    : random.pick([
        'length /',
        'x++ /',
        '(x) /',
        '/a/ /',
        '{ if (x) /',
        '1e/',
        'a[1] /',
        '{ print x /',
        '"\\\\" /',
      ])
  const stake = random.pick([
    'print | "touch ran"',
    'print > "made"',
    'print "a" > "made"',
    'print $0 | "sh"',
  ])
  return `${lead}${pattern}" /{${stake}} /"${random.pick(['; x/', '; x/', '/', '/ 1', ' x/', '}', '; x/}'])}`
}

/** Programs whose quotes, slashes and comments pair up in two ways, with something at stake between them. */
const disputed = (random: Random): string => {
  if (random.chance(50)) return disputedQuotes(random)
  const [from, to] = random.pick([
    ['"', '"'],
    ['"', '"; x'],
    ['"', '" /'],
    ['#', '\n'],
    ['/', '/'],
    ['', ''],
    ['\\"', '"'],
    ['/"', '/"'],
  ] as const)
  const atStake = random.pick([
    ...[
      'print | "touch ran"',
      'print > "made"',
      'system("touch ran")',
      'print ENVIRON["VARIABLE"]',
      'print "x" > $1',
    ],
    ...['getline x < "secret.txt"; print x', 'print $0 | "sh"', '"touch ran" | getline'],
  ])
  const before = random.pick([
    ...[
      () => `/${disputedPattern(random, '/')}`,
      () => `!/${disputedPattern(random, '/')}`,
      () => `$1 ~ /${disputedPattern(random, '/')}`,
    ],
    ...[
      () => `x = /${disputedPattern(random, '/')}`,
      () => `{ gsub(/${disputedPattern(random, '/')}/, ""`,
      () => 'length ',
      () => 'x++ ',
    ],
    ...[
      () => '(x) ',
      () => '{ if (x) ',
      () => '{ print length ',
      () => '/a/ ',
      () => '1 ',
      () => '"a" ',
      () => 'x\n',
      () => 'a[1] ',
    ],
    ...[
      () => '{ print ',
      () => '# \\\n',
      () => '"\\',
      () => '1e',
      () => '{ print x ? ',
      () => '{ x = y ',
      () => '{ print $1 ',
      () => '{ getline ',
    ],
  ])()
  const opening = random.pick(['{', '{', '{ ', '; {', '} {', ') } {', '\n{', ''])
  const closing = random.pick(['}', '}', '} ', '};', '}\n', ' /x/', ''])
  return `${before}${from}${random.pick([' /', '/', '', ' ', '/ '])}${opening}${atStake}${closing}${random.pick([' /', '/', '', ' '])}${to}${random.pick(['/', '', ' /', '"', ' x/', '}'])}`
}

/** Programs by the grammar of awk, about brackets, quotes, slashes and redirects, some of them damaged. */
export const awkPrograms = function* (count: number, seed: number): Generator<string> {
  const random = createRandom(seed)
  for (let at = 0; at < count; at += 1) {
    const rules = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () =>
      random.chance(40) ? disputed(random) : rule(random),
    )
    yield damage(rules.join(random.pick(['\n', ' ', ';'])), PIECES, random)
  }
}
