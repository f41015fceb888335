// Says which source files each script and module of the built program was made of, for the test of what is loaded when
// (test/e2e/loaded-modules.test.ts): a name of a file in `dist` says little, and one that was merged says nothing.
import { relative, resolve } from 'node:path'

/**
 * @param outputs of the build's metafile; `merged` scripts by the chunks they were made of, which are stubs now; `alone`
 *   files that were made anew, with the output of their own metafile; `out` where all of them lie
 * @returns names of source files by the path of a file below `out`
 */
export const nameModules = ({ outputs, merged, alone, out }) => {
  const own = new Map(Object.entries(outputs).map(([path, output]) => [resolve(path), namesIn(output)]))
  const made = new Map(own)
  for (const [script, chunks] of merged) {
    made.set(script, [...new Set(chunks.flatMap(path => own.get(path) ?? []))])
    for (const path of chunks) made.set(path, [])
  }
  for (const [path, output] of alone) made.set(path, namesIn(output))
  const named = [...made].filter(([, names]) => names.length > 0)
  return Object.fromEntries(named.map(([path, names]) => [relative(out, path), names.toSorted()]))
}

/** What was left out as unused has no bytes; what the build itself puts in is no file of anybody's. */
const namesIn = ({ inputs }) =>
  Object.entries(inputs).flatMap(([name, { bytesInOutput }]) =>
    bytesInOutput > 0 && !/^(?:builtin:|<define:)/.test(name) ? [name.replace(`${resolve('.')}/`, '')] : [],
  )
