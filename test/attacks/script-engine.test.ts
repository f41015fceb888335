import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import type { ScriptCall, ScriptLimits } from '../../src/lib/script-engine/messages.ts'
import { runScript, type ScriptEnd } from '../../src/lib/script-engine/run-script.ts'

// Scripts that a hostile model, page or plugin may have written: they get at nothing but the words of the border.

const LIMITS: ScriptLimits = {
  computeMs: 5_000,
  memoryBytes: 24 * 1024 ** 2,
  maxCalls: 50,
  outputBytes: 500_000,
  inputBytes: 100_000,
}

/** As in a bundle, without types: taking those out is most of what a thread would cost. */
let thread = ''

beforeAll(async () => {
  const { librariesInside } = await import(pathToFileURL(resolve('scripts/lean-libraries.mjs')).href)
  const outfile = join(mkdtempSync(join(tmpdir(), 'script-thread-')), 'engine-worker.mjs')
  const source = resolve('src/lib/script-engine/engine-worker.ts')
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    plugins: [librariesInside],
  })
  thread = pathToFileURL(outfile).href
})

interface Seen {
  readonly end: ScriptEnd
  readonly calls: readonly ScriptCall[]
  readonly printed: string
  readonly turns: number
}

const run = async (
  code: string,
  answer: (call: ScriptCall) => unknown = () => ({}),
  limits: Partial<ScriptLimits> = {},
): Promise<Seen> => {
  const calls: ScriptCall[] = []
  let printed = ''
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setTimeout(turn, 1)
  }
  turn()
  const end = await runScript(
    { code, args: '{}', limits: { ...LIMITS, ...limits }, startedAt: 1_700_000_000_000 },
    {
      call: async call => {
        calls.push(call)
        return { ok: true, json: JSON.stringify(answer(call) ?? null), at: 1_700_000_000_000 }
      },
      thread,
      print: text => {
        printed += text
      },
    },
    new AbortController().signal,
  )
  isOver = true
  return { end, calls, printed, turns }
}

const valueIn = ({ end }: Seen): unknown => (end.ok ? JSON.parse(end.json || 'null') : end.fault)

/** Whatever a probe finds, it looks for the host behind it: by its constructors, prototypes, getters and stacks. */
const SEARCH = `
  const global = Function('return this')()
  const HOST = ['process', 'require', 'module', 'Buffer', 'fetch', 'WebAssembly', 'setTimeout', 'setInterval', 'setImmediate',
    'structuredClone', 'MessagePort', 'Worker', 'postMessage', 'importScripts', 'XMLHttpRequest', 'WebSocket', 'navigator', 'std', 'os',
    'bjson', 'Bun', 'Deno', '__dirname', 'scriptArgs', 'load', 'read', 'send']
  const found = []
  const look = (label, value, depth, seen) => {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value) || depth > 4) return
    seen.add(value)
    let keys = []
    try { keys = Reflect.ownKeys(value) } catch {}
    for (const key of keys) {
      const name = String(key)
      if (HOST.includes(name)) found.push(label + '.' + name)
      try { look(label + '.' + name, Reflect.getOwnPropertyDescriptor(value, key).get, depth + 1, seen) } catch {}
      try { look(label + '.' + name, value[key], depth + 1, seen) } catch {}
    }
    try { look(label + '.__proto__', Object.getPrototypeOf(value), depth + 1, seen) } catch {}
  }
`

/** Ways to come from a value to what made it. */
const ROADS = [
  "v.constructor.constructor('return typeof process + typeof require')()",
  "v.__proto__.constructor.constructor('return typeof process + typeof require')()",
  "Object.getPrototypeOf(v).constructor.constructor('return typeof process + typeof require')()",
  "Reflect.construct(v.constructor, []).constructor.constructor('return typeof process + typeof require')()",
  "v.toString.constructor('return typeof process + typeof require')()",
  "(v.__lookupGetter__('__proto__') || v.toString).constructor('return typeof process + typeof require')()",
  "Object.getOwnPropertyDescriptors(Object.getPrototypeOf(v)).constructor.value.constructor('return typeof process + typeof require')()",
  "(async () => v)().constructor.constructor('return typeof process + typeof require')()",
]
/** Everything that came over the border or was made for it. */
const VALUES = [
  ['tools', 'tools.Read'],
  ['print', 'print'],
  ['table', 'table'],
  ['mcp', 'mcp.server.tool'],
  ['args', 'args'],
  ['console', 'console.log'],
  ['a promise', 'tools.Read({})'],
  ['an answer', 'await tools.Read({})'],
  ['a list in it', '(await tools.Read({})).list'],
  ['an error', 'await tools.Fail({}).catch(error => error)'],
  ['its stack', 'Object((await tools.Fail({}).catch(error => error)).stack)'],
  ['a generator', '(function* () {})()'],
  ['an import', "await import('node:fs').catch(error => error)"],
] as const
const PROBES = VALUES.flatMap(([label, value]) => ROADS.map(road => ({ label, value, road })))

test(`no way leads from a value to the host: ${PROBES.length} roads`, async () => {
  const code = `const out = []
    for (const { label, value, road } of ${JSON.stringify(PROBES)}) {
      try {
        out.push([label, road, String(await (0, eval)('(async () => { const v = ' + value + '; return ' + road + ' })()'))])
      } catch (error) { out.push([label, road, 'threw']) }
    }
    return out`
  const seen = await run(code, ({ name }) => (name === 'Fail' ? { list: [] } : { list: [1] }), {
    computeMs: 20_000,
    maxCalls: 1_000,
  })
  const out = valueIn(seen) as [string, string, string][]
  expect(out).toHaveLength(PROBES.length)
  const harmless = ['undefinedundefined', 'threw', '[object Generator]']
  expect(out.filter(([, , said]) => !harmless.includes(said))).toEqual([])
  expect(out.filter(([, , said]) => said !== 'threw').length).toBeGreaterThan(PROBES.length / 2)
})

test('nothing that can be reached has a name of the host', async () => {
  const code = `${SEARCH}
    const seen = new Set()
    look('global', global, 0, seen)
    look('error', await tools.Fail({}).catch(error => error), 0, seen)
    look('answer', await tools.Read({}), 0, seen)
    try { null.x } catch (error) { look('thrown', error, 0, seen); found.push(...(/file:|node:|engine-worker|run-script/.test(error.stack) ? [error.stack] : [])) }
    return found`
  expect(valueIn(await run(code, undefined, { computeMs: 20_000 }))).toEqual([])
})

test('what a hostile server answers stays data', async () => {
  const answer = JSON.parse(
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"then":"x","toJSON":"x","toString":1,"length":-1}',
  )
  const code = `const got = await tools.Read({})
    const copied = Object.assign({}, got), spread = { ...got }
    return [typeof ({}).polluted, typeof spread.polluted, Object.keys(got), typeof tools.then]`
  expect(valueIn(await run(code, () => answer))).toEqual([
    'undefined',
    'undefined',
    ['__proto__', 'constructor', 'then', 'toJSON', 'toString', 'length'],
    'undefined',
  ])
})

test('an input is written down once, whatever its getters say later', async () => {
  const code = `let times = 0
    const shifty = { get path() { times += 1; return times === 1 ? 'a' : '/etc/shadow' } }
    await tools.Read(shifty)
    await tools.Read(new Proxy({}, { ownKeys: () => ['path'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }), get: (_, key) => key === 'path' ? 'b' : undefined }))
    await tools.Read({ toJSON() { return { path: 'c' } } })
    return times`
  const seen = await run(code)
  expect(seen.calls.map(({ json }) => json)).toEqual(['{"path":"a"}', '{"path":"b"}', '{"path":"c"}'])
  expect(valueIn(seen)).toBe(1)
})

/** Each is over by itself or is ended; `kind` is why, `undefined` that it gives its value. */
const HOSTILE: readonly (readonly [label: string, code: string, kinds: readonly (string | undefined)[]])[] = [
  ['an endless loop', 'for (;;);', ['time']],
  ['an endless loop that catches', 'for (;;) try { for (;;); } catch {}', ['time']],
  ['an endless loop in finally', 'try { throw 1 } finally { for (;;); }', ['time']],
  ['an endless chain of promises', 'for (;;) await null', ['time']],
  ['a promise that feeds itself', 'const f = () => Promise.resolve().then(f); await f()', ['time']],
  [
    'a flood of microtasks',
    'const f = () => { queueMicrotask(f); queueMicrotask(f) }; f(); await tools.Read({})',
    ['time', 'memory'],
  ],
  ['an endless generator', 'for (const _ of (function* () { for (;;) yield 1 })());', ['time']],
  [
    'an endless iterator',
    '[...{ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }]',
    ['time', 'memory', 'threw'],
  ],
  ['an endless getter', 'const o = { get x() { for (;;); } }; return o', ['time']],
  ['an endless toJSON', 'return { toJSON() { for (;;); } }', ['time']],
  [
    'an endless toString when printed',
    'print({ toString() { for (;;); }, toJSON() { return undefined } })',
    ['time'],
  ],
  ['an endless thenable', 'await { then() { for (;;); } }', ['time']],
  ['a thenable that never calls', 'await { then() {} }', ['stuck']],
  ['a thenable that calls twice', 'return await { then(a) { a(1); a(2) } }', [undefined]],
  ['a promise nobody settles', 'await new Promise(() => {})', ['stuck']],
  ['an error whose message throws', 'throw { get message() { throw 1 } }', ['threw']],
  ['an error whose message loops', 'throw { get message() { for (;;); } }', ['time']],
  ['an error without a prototype', 'throw Object.create(null)', ['threw']],
  ['an error that is a proxy', 'throw new Proxy({}, { get() { throw 1 }, has() { throw 2 } })', ['threw']],
  ['a revoked proxy', 'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy', ['threw']],
  [
    'a proxy around itself',
    'let p = {}; for (let i = 0; i < 1e5; i += 1) p = new Proxy(p, {}); return p.x',
    ['threw', 'depth', 'time', undefined],
  ],
  ['a list of a thousand million', "return new Array(1e9) + ''", ['time', 'memory', 'threw']],
  ['a list whose length lies', 'return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', ['time']],
  ['a list filled far out', 'return Array.prototype.fill.call({ length: 2 ** 40 }, 1)', ['time', 'memory']],
  [
    'a list joined far out',
    'return Array.prototype.join.call({ length: 2 ** 32 }, "x")',
    ['time', 'memory', 'threw'],
  ],
  [
    'a list sorted by a liar',
    'return Array.from({ length: 1e5 }, () => 0).sort(() => Math.random() - 0.5).length',
    [undefined, 'time'],
  ],
  ['a string that doubles', "let s = 'x'; for (;;) s += s", ['threw', 'memory', 'time']],
  ['a string repeated', "return 'x'.repeat(2 ** 30)", ['threw', 'memory', 'time', 'output']],
  ['a string padded', "return 'x'.padEnd(2 ** 29, 'yz').length", ['threw', 'memory', 'time', undefined]],
  [
    'a string replaced by itself',
    "let s = 'aa'; for (;;) s = s.replaceAll('a', 'aaaa')",
    ['threw', 'memory', 'time'],
  ],
  [
    'strings kept',
    "const all = []; for (let i = 0; ; i += 1) all.push('x'.repeat(1e5) + i)",
    ['memory', 'time'],
  ],
  ['buffers kept', 'const all = []; for (;;) all.push(new ArrayBuffer(1e6))', ['memory', 'time', 'threw']],
  ['one huge buffer', 'return new ArrayBuffer(2 ** 31).byteLength', ['memory', 'threw']],
  [
    'a buffer that grows',
    'const b = new ArrayBuffer(8, { maxByteLength: 2 ** 31 }); b.resize(2 ** 31)',
    ['memory', 'threw'],
  ],
  ['maps kept', 'const m = new Map(); for (let i = 0; ; i += 1) m.set({}, i)', ['memory', 'time']],
  ['symbols kept', 'const all = []; for (;;) all.push(Symbol("x".repeat(100)))', ['memory', 'time']],
  [
    'memory caught again and again',
    'const all = []; for (;;) try { for (;;) all.push(new ArrayBuffer(1e6)) } catch {}',
    ['memory', 'time'],
  ],
  ['a number of a million places', 'let n = 3n; for (;;) n *= n', ['memory', 'time', 'threw']],
  ['recursion', 'const f = () => f(); f()', ['threw', 'depth']],
  [
    'recursion that catches',
    'const f = () => { try { f() } catch { f() } }; f()',
    ['threw', 'depth', 'time'],
  ],
  ['recursion through toString', 'const o = { toString: () => String(o) }; String(o)', ['threw', 'depth']],
  ['recursion through a getter', 'const o = { get x() { return this.x } }; o.x', ['threw', 'depth']],
  [
    'recursion through a proxy',
    'const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.x',
    ['threw', 'depth'],
  ],
  [
    'recursion through JSON',
    'let v = []; for (let i = 0; i < 1e5; i += 1) v = [v]; return v',
    ['threw', 'depth', 'time', 'memory'],
  ],
  ['recursion in the reader', "return eval('('.repeat(1e5))", ['threw', 'depth', 'memory']],
  [
    'recursion in a pattern',
    "return new RegExp('('.repeat(1e5) + ')'.repeat(1e5))",
    ['threw', 'depth', 'memory'],
  ],
  [
    'recursion over the border',
    'const f = () => { print("x"); f() }; f()',
    ['threw', 'depth', 'time', 'output'],
  ],
  [
    'recursion with many arguments',
    'return Math.max.apply(null, { length: 2 ** 31 })',
    ['threw', 'memory', 'time', 'depth'],
  ],
  ['a pattern that backtracks', "return /(a+)+b/.test('a'.repeat(40))", ['time']],
  [
    'a pattern that backtracks in groups',
    "return /^(([a-z])+.)+[A-Z]([a-z])+$/.test('a'.repeat(60))",
    ['time', 'memory', 'threw'],
  ],
  [
    'a pattern with huge counts',
    "return /(?:a{0,1000}){0,1000}b/.test('a'.repeat(5000))",
    ['time', 'memory', 'threw', undefined],
  ],
  ['prints without an end', "for (;;) print('x'.repeat(1000))", ['output', 'time']],
  ['one print too large', "print('x'.repeat(2_000_000))", ['output']],
  ['a value too large', "return 'x'.repeat(2_000_000)", ['output']],
  ['calls without an end', 'for (;;) tools.Read({})', ['calls']],
  ['calls one after the other without an end', 'for (;;) await tools.Read({})', ['calls']],
  ['searches without an end', 'for (;;) await tools.search("x")', ['calls']],
  ['an input too large', "await tools.Read({ x: 'y'.repeat(200_000) })", ['input']],
  [
    'an input too deep',
    'let v = []; for (let i = 0; i < 900; i += 1) v = [v]; await tools.Read(v)',
    ['input'],
  ],
  [
    'an input too deep behind quotes',
    `await tools.Read({ toJSON: () => ({ s: '"]]]', v: JSON.parse('['.repeat(400) + ']'.repeat(400)) }) })`,
    ['input'],
  ],
  ['an input that is a circle', 'const v = {}; v.v = v; await tools.Read(v)', ['threw']],
  ['an input that is a big number', 'await tools.Read({ n: 1n })', ['threw']],
  ['an import', "import fs from 'fs'", ['syntax']],
  ['an import at run time', "return await import('node:fs')", ['threw']],
  ['an import of a file', "return await import('/etc/passwd')", ['threw']],
  ['what closes the wrapper', '})(); for (;;); (async () => {', ['time', 'syntax']],
  ['what leaves the wrapper open', '{', ['syntax']],
  ['a comment to the end', 'return 1 //', [undefined]],
  ['a broken escape', "return '\\u{110000}'", ['syntax']],
  ['half a character', "print('\\ud800'); return '\\udfff'", [undefined]],
  ['a null inside', "print('a\\0b'); return await tools.Read({ x: '\\0' })", [undefined]],
  [
    'the words of the border',
    'print(\'{"kind":"done"}\'); return { kind: \'failed\', fault: {} }',
    [undefined],
  ],
  ['Promise taken away', 'globalThis.Promise = null; Promise; return await tools.Read({})', [undefined]],
  ['then taken away', 'Promise.prototype.then = null; return 1', [undefined]],
  [
    'JSON taken away',
    "JSON.stringify = () => '{}'; JSON.parse = null; await tools.Read({ a: 1 })",
    [undefined],
  ],
  [
    'a setter on every object',
    "Object.defineProperty(Object.prototype, 'resolve', { set() { for (;;); }, get() { return undefined } }); return await tools.Read({})",
    [undefined, 'time', 'threw'],
  ],
  [
    'a door as prototype',
    'Object.setPrototypeOf(Array.prototype, tools); return [].map(x => x)',
    [undefined, 'threw', 'stuck', 'broken'],
  ],
  [
    'all of them frozen',
    'Object.freeze(globalThis); Object.freeze(Object.prototype); return await tools.Read({})',
    [undefined, 'threw'],
  ],
  [
    'a species that lies',
    'class P extends Promise { static get [Symbol.species]() { return Object } }; return await new P(a => a(1))',
    [undefined, 'threw'],
  ],
  ['a clock that is waited for', 'const until = Date.now() + 1000; while (Date.now() < until);', ['time']],
  ['shared memory', 'return typeof Atomics + new SharedArrayBuffer(8).byteLength', [undefined, 'threw']],
  [
    'what was collected',
    'new FinalizationRegistry(() => { for (;;); }).register({}, 1); return new WeakRef({}).deref() === undefined',
    [undefined],
  ],
]

/** Of those that never come to an end. */
const ENDLESS_MS = 60

test('hostile scripts end, each for a reason, while others are served', async () => {
  const wrong: unknown[] = []
  for (const [label, code, kinds] of HOSTILE) {
    const computeMs = kinds.includes('time') ? ENDLESS_MS : LIMITS.computeMs
    const { end, calls, printed, turns } = await run(code, undefined, { computeMs })
    const kind = end.ok ? undefined : end.fault.kind
    if (!kinds.includes(kind)) wrong.push([label, end])
    if (calls.length > LIMITS.maxCalls || printed.length > LIMITS.outputBytes * 2 || turns < 2)
      wrong.push([label, calls.length, printed.length, turns])
  }
  expect(wrong).toEqual([])
})

test('a call that nobody waited for ends with the script', async () => {
  const ended: string[] = []
  const end = await runScript(
    { code: 'tools.Slow({}); tools.Slow({}); return 1', args: '{}', limits: LIMITS, startedAt: 0 },
    {
      call: async ({ id }, signal) => {
        await new Promise<void>(done => signal.addEventListener('abort', () => done(), { once: true }))
        ended.push(`${id}`)
        return { ok: true, json: 'null', at: 0 }
      },
      thread,
      print: () => undefined,
    },
    new AbortController().signal,
  )
  expect(end).toEqual({ ok: true, json: '1' })
  // One that had not begun never does.
  expect(ended.length).toBeLessThanOrEqual(2)
})

test('whoever waits no longer ends a script in the middle of its work', async () => {
  const stop = new AbortController()
  const end = await runScript(
    {
      code: 'print("here"); new Array(1e9) + ""',
      args: '{}',
      limits: { ...LIMITS, computeMs: 600_000 },
      startedAt: 0,
    },
    { call: async () => ({ ok: true, json: 'null', at: 0 }), print: () => undefined, thread },
    AbortSignal.any([stop.signal, AbortSignal.timeout(300)]),
  )
  expect(end).toEqual({ ok: false, fault: { kind: 'stopped', message: '' } })
})

test('the same script with the same answers does the same', async () => {
  const code = `const out = []
    for (const each of await Promise.all([1, 2, 3].map(n => tools.Read({ n })))) out.push(Math.random(), Date.now(), each.n)
    return out`
  const answer = ({ json }: ScriptCall) => ({ n: JSON.parse(json).n })
  const [first, second] = [await run(code, answer), await run(code, answer)]
  expect(valueIn(first)).toEqual(valueIn(second))
  expect(first.calls).toEqual(second.calls)
})

test('calls that are made all at once are begun one by one, with turns for others between them', async () => {
  const begunIn = new Set<number>()
  let turn = 0
  let isOver = false
  const next = () => {
    turn += 1
    if (!isOver) setImmediate(next)
  }
  next()
  const end = await runScript(
    {
      code: 'await Promise.all(Array.from({ length: 50 }, () => tools.Read({})))',
      args: '{}',
      limits: LIMITS,
      startedAt: 0,
    },
    {
      call: async () => {
        begunIn.add(turn)
        return { ok: true, json: 'null', at: 0 }
      },
      thread,
      print: () => undefined,
    },
    new AbortController().signal,
  )
  isOver = true
  expect([end.ok, begunIn.size]).toEqual([true, 50])
})
