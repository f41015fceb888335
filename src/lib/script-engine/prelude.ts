/**
 * What a script finds when it begins, and how it speaks with its host: strings through one function. It runs where the
 * script runs and may be changed by it as the script likes; nothing relies on it but the script.
 */
export const PRELUDE = `(send, argsJson) => {
  'use strict'
  const { parse, stringify } = JSON
  const { apply, ownKeys } = Reflect
  const { then } = Promise.prototype
  const { Promise: Later, Error: Failure, Proxy: Door, Object: Thing, Array: List, Map: Pairs, Set: Group, String: Text } = globalThis
  const waiting = { __proto__: null }
  const LINE = /script\\.js:(\\d+)/
  const lineOf = error => {
    const found = LINE.exec(Text(error.stack))
    return found ? found[1] : ''
  }
  const call = (method, name, input) => {
    const json = stringify(input === undefined ? {} : input)
    const failure = new Failure('')
    return new Later((resolve, reject) => {
      waiting[send('call', method, name, json === undefined ? 'null' : json, lineOf(failure))] = { resolve, reject, failure }
    })
  }
  const NOT_NAMES = new Group(['then', 'toJSON', 'constructor', 'valueOf', 'toString'])
  const door = make =>
    new Door({ __proto__: null }, {
      get: (_, name) => (typeof name !== 'string' || NOT_NAMES.has(name) ? undefined : make(name)),
      set: () => false,
      defineProperty: () => false,
    })
  const shown = value => {
    if (typeof value === 'string') return value
    if (value instanceof Failure) return value.name + ': ' + value.message
    if (value instanceof Pairs || value instanceof Group) return stringify([...value])
    const json = typeof value === 'function' ? undefined : stringify(value)
    return json === undefined ? Text(value) : json
  }
  const print = (...values) => void send('print', values.map(shown).join(' '))
  const cell = value => (value === undefined || value === null ? '' : shown(value).replace(/\\|/g, '\\\\|').replace(/\\r?\\n/g, ' '))
  const table = rows => {
    const lists = [...rows]
    const keys = [...new Group(lists.flatMap(row => Thing.keys(row)))]
    const line = cells => '| ' + cells.join(' | ') + ' |'
    return [line(keys.map(cell)), line(keys.map(() => '---')), ...lists.map(row => line(keys.map(key => cell(row[key]))))].join('\\n')
  }
  const offer = (name, value) =>
    Thing.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })
  offer('tools', door(name => {
    if (name === 'search') return query => call('search', '', query)
    if (name === 'describe') return tool => call('describe', '', tool)
    return input => call('tool', name, input)
  }))
  offer('mcp', door(server => door(tool => input => call('mcp', stringify([server, tool]), input))))
  offer('print', print)
  offer('table', table)
  offer('args', parse(argsJson))
  offer('console', { log: print, info: print, warn: print, error: print, debug: print })
  const describe = error => {
    const fault = { message: '', name: '', line: '', code: '' }
    try {
      if (typeof error === 'object' && error !== null && 'message' in error) {
        fault.name = Text(error.name)
        fault.message = Text(error.message)
        fault.line = lineOf(error)
        if (typeof error.code === 'string') fault.code = error.code
      } else fault.message = shown(error)
    } catch {
      if (fault.message === '') fault.message = 'an error that cannot be read'
    }
    send('failed', fault.name, fault.message, fault.line, fault.code)
  }
  const finish = promise =>
    void apply(then, promise, [
      value => {
        let json
        try {
          json = value instanceof Pairs || value instanceof Group ? stringify([...value]) : stringify(value)
        } catch (error) {
          return describe(error)
        }
        send('done', json === undefined ? '' : json)
      },
      describe,
    ])
  const isThing = value => typeof value === 'object' && value !== null
  const hide = (value, name, rest) => Thing.defineProperty(value, name, { configurable: true, enumerable: false, ...rest })
  /** A text of which it is known where it begins has its lines, made when they are looked at. */
  const withLines = value => {
    const { text, startLine } = value
    if (typeof text !== 'string' || typeof startLine !== 'number' || 'lines' in value) return
    hide(value, 'lines', {
      get() {
        const lines = text === '' ? [] : text.split('\\n').map((each, at) => ({ line: startLine + at, text: each }))
        hide(value, 'lines', { value: lines, writable: true })
        return lines
      },
    })
  }
  const receive = (id, isOk, json, isCut) => {
    const { resolve, reject, failure } = waiting[id]
    delete waiting[id]
    const value = parse(json)
    if (isOk && isThing(value)) {
      if (isCut) hide(value, 'truncated', { value: true, writable: true })
      withLines(value)
    }
    if (isOk) return resolve(value)
    for (const key of ownKeys(value))
      Thing.defineProperty(failure, key, { value: value[key], writable: true, configurable: true, enumerable: true })
    reject(failure)
  }
  return { finish, receive, call, offer }
}`
