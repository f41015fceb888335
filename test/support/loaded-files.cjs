// Required before the program: notes what it imports, one address per line, in the file that LOADED_FILES names.
const { appendFileSync } = require('node:fs')
const { registerHooks } = require('node:module')

registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED_FILES, `${url}\n`)
    return next(url, context)
  },
})
