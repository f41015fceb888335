// Part of the program, not of its build: loads a script together with what the engine made of it in an earlier run. The
// runtime's own compile cache keeps what is compiled when a file is loaded. Most functions are compiled when they are first
// called, a thousand of them up to the first request; here they are in what is kept, too.

const { readFileSync, renameSync, writeFileSync } = process.getBuiltinModule('node:fs')
const { getCompileCacheDir } = process.getBuiltinModule('node:module')
const { join } = process.getBuiltinModule('node:path')
const { fileURLToPath } = process.getBuiltinModule('node:url')
const { Script } = process.getBuiltinModule('node:vm')

/**
 * What `script` beside the module at `url` exports, which is made of `parts` and loads what it needs `later` through that
 * module. `hash` is that of its text: nothing else says that what is kept was made of it.
 */
export const load = ({ url, script, hash, later, parts = {} }) => {
  const filename = fileURLToPath(new URL(script, url))
  // One directory for each version of the runtime and set of its flags; none where the person wants none.
  const directory = getCompileCacheDir?.()
  const kept = directory && join(directory, `start-${hash}`)
  const cachedData = kept && readKept(kept)
  const compiled = new Script(readFileSync(filename, 'latin1'), { filename, cachedData })
  if (kept && (cachedData === undefined || compiled.cachedDataRejected)) keepLater(compiled, kept)
  const module = { exports: {} }
  compiled.runInThisContext()(module, name => parts[name], later, url)
  return module.exports
}

/**
 * The engine believes what it is given, and a spoilt byte would end the process at every start. So it lies there twice:
 * halves that agree are whole. Comparing takes a tenth of a millisecond; a checksum would first load a library.
 */
const readKept = path => {
  try {
    const bytes = readFileSync(path)
    const half = bytes.subarray(0, bytes.length / 2)
    return half.equals(bytes.subarray(half.length)) ? half : undefined
  } catch {
    return undefined // the first run
  }
}

/** At the end, or when the program says that it will change flags of the engine: by then all that counts has run. */
const keepLater = (compiled, path) => {
  const keep = () => {
    process.off('exit', keep).off('capstan:keep', keep)
    try {
      // Made under other flags it would be refused at the next start, and kept anew each time.
      const flags = process.getBuiltinModule('node:v8').cachedDataVersionTag().toString(16).padStart(8, '0')
      if (!path.includes(`-${flags}-`)) return
      const draft = `${path}.${process.pid}`
      const bytes = compiled.createCachedData()
      writeFileSync(draft, Buffer.concat([bytes, bytes]), { mode: 0o600, flush: true })
      renameSync(draft, path)
    } catch {
      // Not ours to write: every run compiles for itself.
    }
  }
  process.on('exit', keep).on('capstan:keep', keep)
}
