// Part of the program, not of its build: loads a script together with what the engine made of it in an earlier run. The
// runtime's own compile cache keeps what is compiled when a file is loaded. Most functions are compiled when they are first
// called, a thousand of them up to the first request; here they are in what is kept, too.

const { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, writeFileSync } =
  process.getBuiltinModule('node:fs')
const { getCompileCacheDir } = process.getBuiltinModule('node:module')
const { join } = process.getBuiltinModule('node:path')
const { fileURLToPath } = process.getBuiltinModule('node:url')
const { Script } = process.getBuiltinModule('node:vm')

/** What the scripts export that are loaded, by the names of the modules that stand for them. */
const loaded = new Map()

const nameOf = path => path.slice(path.lastIndexOf('/') + 1)

/**
 * What the script exports that lies beside the module `name` at `url`, and loads what it needs `later` through that module.
 * `hash` is that of its text: nothing else says that what is kept was made of it. The scripts it uses are loaded already.
 *
 * @param near further scripts in the same directory, each with what it needs, and modules that are part of one. What is
 *   asked for later is loaded without its module, which would take the runtime longer to find than the rest. Whoever imports
 *   the module gets the same.
 */
export const load = ({ url, name, hash, later, near = {} }) => {
  const known = loaded.get(name)
  if (known) return known
  const beside = path => {
    const other = nameOf(path)
    const { hash, needs = [], in: whole, part } = near[other] ?? {}
    if (whole) return beside(whole)?.[part]
    if (loaded.has(other) || !hash) return loaded.get(other)
    // What is still being loaded is the business of modules: they can wait for each other.
    if (!needs.every(beside)) return undefined
    return load({ url: new URL(other, url).href, name: other, hash, later: soon, near })
  }
  const soon = async path => beside(path) ?? (await later(path))
  const compiled = compile(fileURLToPath(url).replace(/\.mjs$/, '.js'), hash)
  const module = { exports: {} }
  compiled.runInThisContext()(module, path => loaded.get(nameOf(path)), soon, url)
  loaded.set(name, module.exports)
  return module.exports
}

const compile = (filename, hash) => {
  // One directory for each version of the runtime and set of its flags; none where the person wants none.
  const directory = getCompileCacheDir?.()
  const kept = directory && join(directory, `start-${hash}`)
  const cachedData = kept && readSavedContent(kept)
  const compiled = new Script(readFileSync(filename, 'latin1'), { filename, cachedData })
  if (kept) scripts.set(kept, compiled)
  if (kept && (cachedData === undefined || compiled.cachedDataRejected)) keepLater()
  return compiled
}

/** So much of the second copy is read at a time: the whole of it would be megabytes of memory to make and to forget. */
const PIECE = 64 * 1024

/**
 * The engine believes what it is given, and a spoilt byte would end the process at every start. So it lies there twice:
 * halves that agree are whole. Comparing takes a tenth of a millisecond; a checksum would first load a library.
 */
const readSavedContent = path => {
  let file
  try {
    file = openSync(path)
    const half = Buffer.allocUnsafeSlow(fstatSync(file).size / 2)
    const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, half.length))
    if (readSync(file, half, 0, half.length, 0) !== half.length) return undefined
    for (let at = 0; at < half.length; at += PIECE) {
      const size = Math.min(PIECE, half.length - at)
      if (readSync(file, piece, 0, size, half.length + at) !== size) return undefined
      if (piece.compare(half, at, at + size, 0, size) !== 0) return undefined
    }
    return half
  } catch {
    return undefined // the first run
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** All that are loaded, by where what is made of them is kept. */
const scripts = new Map()

let waits = false

/**
 * At the end, or when the program says that it will change flags of the engine: by then all that counts has run. With one
 * script all are kept: the first run with another provider also calls functions of the others that no run has called yet.
 */
const keepLater = () => {
  if (!waits) process.on('exit', keep).on('capstan:keep', keep)
  waits = true
}

const keep = () => {
  process.off('exit', keep).off('capstan:keep', keep)
  waits = false
  // Made under other flags it would be refused at the next start, and kept anew each time.
  const flags = process.getBuiltinModule('node:v8').cachedDataVersionTag().toString(16).padStart(8, '0')
  for (const [path, compiled] of scripts)
    if (path.includes(`-${flags}-`)) write(path, compiled.createCachedData())
}

const write = (path, bytes) => {
  try {
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, Buffer.concat([bytes, bytes]), { mode: 0o600, flush: true })
    renameSync(draft, path)
  } catch {
    // Not ours to write: every run compiles for itself.
  }
}
