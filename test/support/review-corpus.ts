/** A small change: what a file was, what it is, and the fault that was planted in it. */
export interface PlantedChange {
  readonly name: string
  readonly file: string
  readonly before: string
  readonly after: string
  /** The finder whose business it is and the line; absent: the change is clean. */
  readonly bug?: { readonly by: string; readonly line: number; readonly title: string }
}

type Row = readonly [name: string, before: string, after: string, by?: string, line?: number, title?: string]

const JS: readonly Row[] = [
  [
    'last item',
    'for (let i = 0; i < n; i++) use(a[i])',
    'for (let i = 0; i <= n; i++) use(a[i])',
    'correctness',
    1,
    'The loop reads one item beyond the end',
  ],
  [
    'empty average',
    'const mean = a => a.length ? sum(a) / a.length : 0',
    'const mean = a => sum(a) / a.length',
    'correctness',
    1,
    'The average of an empty list is not a number',
  ],
  [
    'inverted check',
    'if (!user.active) return deny()\nopen()',
    'if (user.active) return deny()\nopen()',
    'correctness',
    1,
    'Active users are denied and others let in',
  ],
  [
    'swallowed',
    'await save(doc)\nnotify()',
    'await save(doc).catch(() => {})\nnotify()',
    'correctness',
    1,
    'A failed save is swallowed and notified as done',
  ],
  [
    'zero is falsy',
    'const port = given ?? 8080',
    'const port = given || 8080',
    'correctness',
    1,
    'Port zero is replaced by the default',
  ],
  [
    'string sum',
    'total += Number(row.price)',
    'total += row.price',
    'correctness',
    1,
    'Prices are joined as texts, not added',
  ],
  [
    'shell',
    "run('ls', [dir])",
    "run('sh', ['-c', 'ls ' + dir])",
    'security',
    1,
    'A directory name is run as shell text',
  ],
  [
    'query',
    "db.all('select * from t where id = ?', [id])",
    'db.all(`select * from t where id = ${id}`)',
    'security',
    1,
    'The id becomes part of the query',
  ],
  [
    'path',
    'const file = join(root, basename(name))\nread(file)',
    'const file = join(root, name)\nread(file)',
    'security',
    1,
    'A name with .. leaves the folder',
  ],
  [
    'markup',
    'el.textContent = comment',
    'el.innerHTML = comment',
    'security',
    1,
    'A comment is shown as markup',
  ],
  [
    'token in log',
    "log('signed in', user.id)",
    "log('signed in', user.id, token)",
    'security',
    1,
    'The token is written to the log',
  ],
  [
    'weak random',
    'const id = randomUUID()',
    'const id = String(Math.random())',
    'security',
    1,
    'Session ids can be guessed',
  ],
  [
    'truncate first',
    'write(tmp, data)\nrename(tmp, file)',
    'truncate(file)\nwrite(file, data)',
    'data-loss',
    1,
    'A crash between the calls leaves an empty file',
  ],
  [
    'wide delete',
    "db.run('delete from t where day < ?', [day])",
    "db.run('delete from t')",
    'data-loss',
    1,
    'All rows are deleted, not only the old ones',
  ],
  [
    'no commit',
    'begin()\nmove(a, b)\ncommit()',
    'move(a, b)',
    'data-loss',
    1,
    'A move that fails halfway is not undone',
  ],
  [
    'overwrite',
    "copy(from, to, { flag: 'excl' })",
    'copy(from, to)',
    'data-loss',
    1,
    'A file that is there is overwritten',
  ],
  [
    'drop column',
    "migrate('add column b')",
    "migrate('add column b')\nmigrate('drop column a')",
    'data-loss',
    2,
    'The old column is dropped before its data are moved',
  ],
  [
    'missing await',
    'await lock.take()\nwork()',
    'lock.take()\nwork()',
    'concurrency',
    1,
    'Work begins before the lock is taken',
  ],
  [
    'check then act',
    'const made = db.insertIfAbsent(key)',
    'if (!db.has(key)) db.insert(key)',
    'concurrency',
    1,
    'Two callers may both insert the key',
  ],
  [
    'shared buffer',
    'const out = Buffer.alloc(64)\nfill(out)\nreturn out',
    'fill(SHARED)\nreturn SHARED',
    'concurrency',
    1,
    'Callers get the same buffer',
  ],
  [
    'never released',
    'const c = pool.take()\ntry { use(c) } finally { pool.give(c) }',
    'const c = pool.take()\nuse(c)\npool.give(c)',
    'concurrency',
    2,
    'A connection is lost when its use fails',
  ],
  [
    'lost update',
    'counter.increment()',
    'counter.set(counter.get() + 1)',
    'concurrency',
    1,
    'Increments at the same time get lost',
  ],
  [
    'renamed field',
    'return { id, createdAt }',
    'return { id, created_at: createdAt }',
    'compatibility',
    1,
    'Clients read createdAt, which is gone',
  ],
  [
    'exit code',
    'process.exitCode = failed ? 1 : 0',
    'process.exitCode = failed ? 2 : 0',
    'compatibility',
    1,
    'Scripts that expect exit code 1 break',
  ],
  [
    'default changed',
    "const mode = options.mode ?? 'safe'",
    "const mode = options.mode ?? 'fast'",
    'compatibility',
    1,
    'Who named no mode gets another one',
  ],
  [
    'new api',
    'const copy = JSON.parse(JSON.stringify(x))',
    'const copy = structuredClone(x)',
    'compatibility',
    1,
    'Functions in the value now throw',
  ],
  [
    'test without claim',
    'expect(total(cart)).toBe(3)',
    'total(cart)',
    'tests',
    1,
    'The test claims nothing any more',
  ],
  [
    'time in test',
    'expect(age(birth, now)).toBe(3)',
    'expect(age(birth, new Date())).toBe(3)',
    'tests',
    1,
    'The test fails next year',
  ],
  [
    'skipped',
    "test('refunds', () => refund())",
    "test.skip('refunds', () => refund())",
    'tests',
    1,
    'Refunds are no longer tested',
  ],
  [
    'twice the same',
    'return format(value)',
    'const text = format(value)\nconst again = format(value)\nreturn again',
    'simplicity',
    2,
    'The value is formatted twice for nothing',
  ],
  ['clean rename', 'const n = list.length', 'const count = list.length'],
  ['clean comment', 'start()', '// Begins at once.\nstart()'],
  ['clean const', 'let limit = 10', 'const limit = 10'],
  ['clean guard', 'use(a)', 'if (a === undefined) return\nuse(a)'],
  ['clean extract', 'show(a * 60 * 60)', 'const HOUR = 60 * 60\nshow(a * HOUR)'],
  ['clean test', "test('adds', () => {})", "test('adds', () => expect(add(1, 2)).toBe(3))"],
  [
    'clean type',
    'const parse = text => JSON.parse(text)',
    '/** @param {string} text */\nconst parse = text => JSON.parse(text)',
  ],
  ['clean await', 'return await load()', 'const loaded = await load()\nreturn loaded'],
  ['clean docs', "log('ok')", "log('done')"],
  ['clean escape', 'el.textContent = a', "el.textContent = a ?? ''"],
]

/** Lines before and after, so that a place is not always the first one. */
const FRAME = 7
const framed = (text: string): string =>
  [
    ...Array.from({ length: FRAME }, (_, index) => `// line ${index + 1}`),
    text,
    ...Array.from({ length: FRAME }, (_, index) => `// end ${index + 1}`),
    '',
  ].join('\n')

/** Forty changes: thirty with one fault of a named class, ten that are clean. */
export const REVIEW_CORPUS: readonly PlantedChange[] = JS.map(([name, before, after, by, line, title]) => ({
  name,
  file: `src/${name.replaceAll(' ', '-')}.js`,
  before: framed(before),
  after: framed(after),
  ...(by === undefined || line === undefined || title === undefined
    ? {}
    : { bug: { by, line: FRAME + line, title } }),
}))
