// Preloaded (`node --require`) into a measured program: leaves in $BENCH_USAGE how many bytes of code it read before its
// first request. Counted are modules, and scripts that it reads by itself; what the engine kept of them is not code.
const fs = require('node:fs')
const http = require('node:http')
const { registerHooks } = require('node:module')
const { fileURLToPath } = require('node:url')

const { readFileSync } = fs
const { request } = http
const files = new Set()

registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) files.add(fileURLToPath(url))
    return next(url, context)
  },
})

fs.readFileSync = (path, ...rest) => {
  if (typeof path === 'string' && path.endsWith('.js')) files.add(path)
  return readFileSync(path, ...rest)
}

http.request = (...args) => {
  http.request = request
  const codeBytes = [...files].reduce((sum, file) => sum + fs.statSync(file).size, 0)
  fs.writeFileSync(process.env.BENCH_USAGE, JSON.stringify({ codeBytes }))
  return request(...args)
}
