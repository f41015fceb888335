// For the native program: its runtime has no compiled form of its own modules, and reading one costs milliseconds each
// (node:crypto 5, node:net and node:fs/promises 2 to 3). So that only those pay for one that use it, a name out of it is
// a stand-in that fetches the module when it is first called, constructed or looked into.

const NAMESPACE = 'late-builtin'

/** Modules of plain functions, in which nothing has to be its own `this`. What every run needs is not among them. */
const LATE = new Set(
  ['child_process', 'crypto', 'diagnostics_channel', 'fs/promises', 'net', 'os', 'tls', 'util'].map(
    name => `node:${name}`,
  ),
)

/** What is needed before the first request, and can be had without the module; `all` answers that. */
export const SHORTCUTS = {
  'node:crypto': {
    randomUUID: '() => crypto.randomUUID()',
    createHash:
      '(name, options) => options === undefined && HASHES.has(name) ? new Bun.CryptoHasher(name) : all().createHash(name, options)',
    hash: "(name, data, form = 'hex') => HASHES.has(name) && FORMS.has(form) ? new Bun.CryptoHasher(name).update(data).digest(form) : all().hash(name, data, form)",
  },
  'node:os': {
    release: `() => process.platform === 'linux' ? process.getBuiltinModule('node:fs').readFileSync('/proc/sys/kernel/osrelease', 'utf8').trim() : all().release()`,
  },
  'node:diagnostics_channel': { channel: 'name => CHANNELS.get(name) ?? openChannel(name)' },
}

/** What these use. Channels are heard of within the program alone. */
export const BESIDE = `
const HASHES = new Set(['sha1', 'sha256', 'sha512', 'md5'])
const FORMS = new Set(['hex', 'base64'])
const CHANNELS = new Map()
const openChannel = name => {
  const heard = new Set()
  const channel = {
    subscribe: hear => void heard.add(hear),
    unsubscribe: hear => heard.delete(hear),
    publish: message => { for (const hear of [...heard]) hear(message, name) },
  }
  CHANNELS.set(name, channel)
  return channel
}`

export const lateBuiltins = {
  name: 'late-builtins',
  setup(builder) {
    builder.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' && LATE.has(path) ? { path, namespace: NAMESPACE } : undefined,
    )
    builder.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({ contents: moduleOf(path) }))
  },
}

const moduleOf = path => {
  const module = process.getBuiltinModule(path)
  const names = Object.getOwnPropertyNames(module).filter(name => /^[\w$]+$/.test(name) && name !== 'default')
  const given = names.map((name, at) => `const _${at} = /* @__PURE__ */ ${standIn(path, name)}`)
  return [
    'let module',
    `const all = () => (module ??= process.getBuiltinModule(${JSON.stringify(path)}))`,
    STAND_IN,
    'export default /* @__PURE__ */ standIn(all)',
    ...given,
    `export { ${names.map((name, at) => `_${at} as ${name}`).join(', ')} }`,
  ].join('\n')
}

const standIn = (path, name) => {
  const shortcut = SHORTCUTS[path]?.[name]
  if (shortcut) return `(${shortcut})`
  // Without reading it: some names are getters that warn.
  const { value = {} } = Object.getOwnPropertyDescriptor(process.getBuiltinModule(path), name)
  const kind = typeof value
  return kind === 'function' || kind === 'object' ? `standIn(() => all().${name})` : `(() => all().${name})()`
}

/** Whatever is done to it is done to what it stands for. */
const STAND_IN = `
${BESIDE}
const standIn = real => {
  const handler = {}
  for (const name of Object.getOwnPropertyNames(Reflect))
    if (typeof Reflect[name] === 'function') handler[name] = (_, ...rest) => Reflect[name](real(), ...rest)
  return new Proxy(function () {}, handler)
}`
