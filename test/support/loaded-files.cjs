// Required before the program: notes what it loads, one file per line, in the file that LOADED_FILES names, and with the
// first request that goes out what of the runtime is loaded by then, in one line.
const fs = require('node:fs')
const { registerHooks } = require('node:module')
const { Socket } = require('node:net')
const { fileURLToPath } = require('node:url')

const { appendFileSync, readFileSync } = fs
const { LOADED_FILES: list } = process.env
const note = line => appendFileSync(list, `${line}\n`)

registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) note(fileURLToPath(url))
    return next(url, context)
  },
})

// Scripts of the program are read, not imported.
fs.readFileSync = (path, ...given) => {
  if (typeof path === 'string' && path.endsWith('.js')) note(path)
  return readFileSync(path, ...given)
}

const { connect } = Socket.prototype
Socket.prototype.connect = function (...given) {
  Socket.prototype.connect = connect
  note(`runtime: ${process.moduleLoadList.join(', ')}`)
  return connect.apply(this, given)
}
