// Adds to package-lock.json the optional platform packages that the registry used could not resolve.
// npm leaves them out when it writes the lock and then refuses that lock in `npm ci`. Run after every change of it.
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  linuxmusl: 'linux',
  win32: 'win32',
  windows: 'win32',
  win: 'win32',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  sunos: 'sunos',
  aix: 'aix',
  openharmony: 'openharmony',
}
const PROCESSORS = [
  'arm64',
  'aarch64',
  'x64',
  'ia32',
  'arm',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
]

/** What a platform package's name says about where it may be installed; undefined for an ordinary package. */
const platformOf = name => {
  const words = name.split('/').pop().split(/[-.]/)
  if (words.includes('wasm32')) return { cpu: ['wasm32'] }
  const os = words.map(word => SYSTEMS[word]).find(Boolean)
  const cpu = words.find(word => PROCESSORS.includes(word))
  if (!os && !cpu) return undefined
  const libc =
    os !== 'linux'
      ? undefined
      : words.some(w => w.includes('musl'))
        ? 'musl'
        : words.some(w => w.includes('gnu'))
          ? 'glibc'
          : undefined
  return {
    ...(os && { os: [os] }),
    ...(cpu && { cpu: [cpu === 'aarch64' ? 'arm64' : cpu] }),
    ...(libc && { libc: [libc] }),
  }
}

/** Where node's resolution from `place` finds `name` in the lock. */
const locate = (packages, place, name) => {
  for (let at = place; ; ) {
    const key = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[key]) return key
    if (!at) return undefined
    const cut = at.lastIndexOf('/node_modules/')
    at = cut === -1 ? '' : at.slice(0, cut)
  }
}

const file = process.argv[2] ?? 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))
const packages = lock.packages
let added = 0
for (const [place, entry] of Object.entries({ ...packages })) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const found = locate(packages, place, name)
    const version = range.replace(/^npm:[^@]+@/, '').replace(/^[\^~]/, '')
    if (found && (packages[found].version === version || /^[\^~]/.test(range))) continue
    const platform = platformOf(name)
    if (!platform) {
      console.error(`complete-lock: ${name} of ${place || 'the project'} is not a platform package; left out`)
      continue
    }
    const key = found ? `${place}/node_modules/${name}` : `node_modules/${name}`
    if (packages[key]) continue
    packages[key] = { version, ...(entry.dev && { dev: true }), optional: true, ...platform }
    added += 1
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`complete-lock: ${added} added`)
