// Takes the runtime's own modules as objects. An import of one makes a namespace, which reads every export once, and many
// exports are getters that load a library of their own: `node:fs` the readers of lines, `node:crypto` all of web crypto.
import { isBuiltin } from 'node:module'

const NAMESPACE = 'builtin'

/** For files that begin the program. A name that nobody uses is left out, and never read. */
export const takeBuiltins = {
  name: 'take-builtins',
  setup(builder) {
    // Packages leave the prefix out.
    builder.onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: NAMESPACE } : undefined,
    )
    builder.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({ contents: moduleOf(path) }))
  },
}

/** Nothing of these is called at once, and loading one takes milliseconds: they come with the first call. */
const LATE = new Set(['node:fs/promises', 'node:zlib'])

const moduleOf = path => {
  const names = Object.getOwnPropertyNames(process.getBuiltinModule(path))
  const given = names.filter(name => /^[\w$]+$/.test(name) && name !== 'default')
  if (LATE.has(path)) return lateModuleOf(path, given)
  return [
    `const all = process.getBuiltinModule(${JSON.stringify(path)})`,
    'export default all',
    ...given.map((name, at) => `const _${at} = /* @__PURE__ */ (() => all.${name})()`),
    `export { ${given.map((name, at) => `_${at} as ${name}`).join(', ')} }`,
  ].join('\n')
}

const lateModuleOf = (path, given) => {
  const module = process.getBuiltinModule(path)
  // A class is asked for with `new`.
  const later = name =>
    typeof module[name] === 'function' && !/^[A-Z]/.test(name)
      ? `(...args) => all().${name}(...args)`
      : `/* @__PURE__ */ (() => all().${name})()`
  return [
    'let module',
    `const all = () => (module ??= process.getBuiltinModule(${JSON.stringify(path)}))`,
    ...given.map((name, at) => `const _${at} = ${later(name)}`),
    `export { ${given.map((name, at) => `_${at} as ${name}`).join(', ')} }`,
  ].join('\n')
}
