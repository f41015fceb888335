import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEmulator } from '../../../../test/support/pty/emulator.ts'
import { factsFrom } from './facts.ts'
import type { InputEvent } from './input-event.ts'
import { openTerminalSession, type SessionOptions } from './session.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] }))
afterEach(() => void vi.useRealTimers())

class FakeInput extends EventEmitter {
  raw = false
  flowing = false
  readonly modes: boolean[] = []
  setRawMode(on: boolean): void {
    this.raw = on
    this.modes.push(on)
  }
  pause(): void {
    this.flowing = false
  }
  resume(): void {
    this.flowing = true
  }
}

class FakeOutput extends EventEmitter {
  columns = 40
  rows = 10
  readonly emulator = createEmulator({ columns: 40, rows: 10 })
  written = ''
  write(text: string): void {
    this.written += text
    this.emulator.write(text)
  }
}

const open = (more: Partial<SessionOptions> = {}) => {
  const input = new FakeInput()
  const output = new FakeOutput()
  const continues = new Set<() => void>()
  const jobs = {
    stopped: 0,
    stop() {
      this.stopped += 1
    },
    onContinue(listener: () => void) {
      continues.add(listener)
      return () => void continues.delete(listener)
    },
  }
  const facts = factsFrom({ TERM_PROGRAM: 'kitty' })
  const session = openTerminalSession({ input, output, facts, jobs, ...more })
  const keys: string[] = []
  const goOn = (): void => {
    for (const listener of [...continues]) listener()
  }
  return { input, output, session, jobs, goOn, keys }
}

const keyName = (event: InputEvent): string => (event.type === 'key' ? event.key.name : event.type)

test('the keyboard is taken raw with its modes, and given back as it was', () => {
  const { input, output, session } = open()
  expect(input.raw).toBe(true)
  expect(output.written).toContain('\u001b[?2004h')
  session.screen.draw({ lines: ['prompt'], caret: { x: 0, y: 0 } })
  session.close()
  session.close()
  expect(input).toMatchObject({ raw: false, flowing: false })
  expect(output.written).toContain('\u001b[?2004l')
  expect(output.written.match(/\[<u/g)).toHaveLength(1)
  expect(output.emulator.lines()).toEqual([])
  expect(input.listenerCount('data') + output.listenerCount('resize')).toBe(0)
})

test('keys reach the listener, those typed before it came as well', () => {
  const { input, session, keys } = open()
  input.emit('data', Buffer.from('ab'))
  session.events(event => keys.push(keyName(event)))
  input.emit('data', Buffer.from('c\u001b[A'))
  expect(keys).toEqual(['a', 'b', 'c', 'up'])
})

test('Enter that was typed before the keyboard was ours still sends', () => {
  const { input, session, keys } = open()
  session.events(event => keys.push(keyName(event)))
  input.emit('data', Buffer.from('a\nb\n'))
  input.emit('data', Buffer.from('\n'))
  expect(keys).toEqual(['a', 'j', 'b', 'enter', 'j'])
})

test('Ctrl-J that is pressed later is Ctrl-J, also when it is the first key', () => {
  const { input, session, keys } = open()
  session.events(event => keys.push(keyName(event)))
  vi.runAllTimers()
  input.emit('data', Buffer.from('\n'))
  expect(keys).toEqual(['j'])
})

test('a lone escape becomes the key when nothing follows it', () => {
  const { input, session, keys } = open()
  session.events(event => keys.push(keyName(event)))
  input.emit('data', Buffer.from('\u001b'))
  expect(keys).toEqual([])
  vi.runAllTimers()
  expect(keys).toEqual(['escape'])
})

test('a sequence in two parts is no escape, also when the program was busy', () => {
  const { input, session, keys } = open()
  session.events(event => keys.push(keyName(event)))
  input.emit('data', Buffer.from('\u001b'))
  vi.advanceTimersToNextTimer()
  input.emit('data', Buffer.from('[A'))
  vi.runAllTimers()
  expect(keys).toEqual(['up'])
})

test('what was prepared before is taken over', () => {
  const painted = { lines: ['> hi'], caret: { x: 4, y: 0 } }
  const { input, output, session, keys } = open({ begun: { painted, bytes: Buffer.from('xy') } })
  session.events(event => keys.push(keyName(event)))
  expect(input.raw).toBe(true)
  expect(output.written).toBe('')
  expect(keys).toEqual(['x', 'y'])
  session.screen.draw({ lines: ['> hix'], caret: { x: 5, y: 0 } })
  expect(output.written).toBe('x')
})

test('stopped, the shell gets its terminal; continued, everything is there again', async () => {
  const { input, output, session, jobs, goOn } = open()
  session.screen.draw({ lines: ['prompt'], caret: { x: 0, y: 0 } })
  const stopped = session.stop()
  expect(jobs.stopped).toBe(1)
  expect(input.raw).toBe(false)
  expect(output.emulator.lines()).toEqual([])
  output.emulator.write('[1]+ Stopped\r\n$ fg\r\n')
  goOn()
  await stopped
  expect(input.raw).toBe(true)
  expect(output.emulator.lines()).toEqual(['[1]+ Stopped', '$ fg', 'prompt'])
})

test('continued after a stop from outside, raw mode is set again and the screen put right', () => {
  const { input, output, session, goOn } = open()
  session.screen.draw({ lines: ['prompt'], caret: { x: 0, y: 0 } })
  input.raw = false
  output.written = ''
  goOn()
  expect(input.raw).toBe(true)
  expect(output.written).toContain('prompt')
})

test('the keyboard is never without an owner when a program gets it, and what that left comes back as a paste', async () => {
  const { input, session } = open()
  const events: InputEvent[] = []
  session.events(event => events.push(event))
  vi.runAllTimers()
  input.modes.length = 0
  await session.lend('sudo has the terminal', async seat => {
    expect(input.flowing).toBe(true)
    input.emit('data', Buffer.from('secret\r'))
    const taken: string[] = []
    let isThere = true
    seat.onInput(bytes => {
      if (isThere) taken.push(Buffer.from(bytes).toString())
      return isThere
    })
    expect(taken).toEqual(['secret\r'])
    isThere = false
    input.emit('data', Buffer.from('ls\r'))
  })
  expect(input.modes).not.toContain(false)
  expect(input).toMatchObject({ raw: true, flowing: true })
  expect(events).toEqual([{ type: 'paste', text: 'ls' }])
  // Nothing has been through the system's line editing.
  input.emit('data', Buffer.from('\n'))
  expect(events.at(-1)).toMatchObject({ type: 'key', key: { name: 'j', ctrl: true } })
})

test('Enter typed while the shell had the terminal sends; continued from outside a program has it raw again', async () => {
  const { input, session, goOn, keys } = open()
  session.events(event => keys.push(keyName(event)))
  vi.runAllTimers()
  const stopped = session.stop()
  goOn()
  await stopped
  input.emit('data', Buffer.from('\n'))
  expect(keys).toEqual(['enter'])
  await session.lend('vim has the terminal', async () => {
    input.raw = false
    goOn()
    expect(input.raw).toBe(true)
  })
})

test('the size is what the system says, even before the event', () => {
  const { output, session } = open()
  Object.assign(output, { _refreshSize: () => Object.assign(output, { columns: 30, rows: 8 }) })
  session.screen.draw({ lines: ['x'] })
  expect(session.screen.size).toEqual({ columns: 30, rows: 8 })
  Object.assign(output, {
    _refreshSize: () => {
      throw new Error('gone')
    },
  })
  session.screen.draw({ lines: ['y'] })
  expect(session.screen.size).toEqual({ columns: 30, rows: 8 })
})

test('a terminal without a name is asked which it is, after a while', () => {
  const { input, output, session } = open({ facts: factsFrom({ SSH_TTY: '/dev/pts/3' }) })
  session.screen.draw({ lines: ['x'.repeat(30)], caret: { x: 0, y: 0 } })
  expect(output.written).not.toContain('\u001b[>c')
  vi.advanceTimersByTime(300)
  expect(output.written).toContain('\u001b[>c')
  input.emit('data', Buffer.from('\u001b[>0;276;0c'))
  vi.advanceTimersByTime(300)
  // One of those that are asked for the cursor.
  expect(output.written).toContain('\u001b[6n')
})

test('answers about the cursor go to the screen, and on to who listens', () => {
  const { input, session, keys } = open({ facts: factsFrom({ TERM_PROGRAM: 'vscode' }) })
  session.events(event => keys.push(keyName(event)))
  session.screen.draw({ lines: ['x'] })
  input.emit('data', Buffer.from('\u001b[3;1R'))
  expect(keys).toEqual(['reply'])
})
