// Required before the program: notes what it loads, one file per line, in the file that LOADED_FILES names, with the first
// request that goes out what of the runtime is loaded by then, in one line, and where each request goes out and where a
// typed "ö" is written to the terminal.
const fs = require('node:fs')
const http = require('node:http')
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

// Scripts of the program are read, not imported, and so are its catalogues of sentences.
fs.readFileSync = (path, ...given) => {
  const name = String(path)
  if (/\.js$|\/chunk\/[\w-]+\.json$/.test(name)) note(name)
  return readFileSync(path, ...given)
}

const { connect } = Socket.prototype
Socket.prototype.connect = function (...given) {
  Socket.prototype.connect = connect
  note(`runtime: ${process.moduleLoadList.join(', ')}`)
  return connect.apply(this, given)
}

const { request } = http
http.request = (...given) => {
  note('request')
  return request(...given)
}

if (process.stdout.isTTY) {
  const { write } = process.stdout
  process.stdout.write = (text, ...given) => {
    if (String(text).includes('ö')) note('key')
    return write.call(process.stdout, text, ...given)
  }
}
