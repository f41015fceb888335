import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namedKey } from '../terminal/key-press.ts'
import { KeyQueue } from './key-queue.ts'

const open = (isFree = true) => {
  const log: string[] = []
  const draws: (() => void)[] = []
  const queue = new KeyQueue({
    take: input => log.push(input.type === 'key' ? input.key.name : input.text),
    free: () => isFree,
    drawn: call => draws.push(call),
  })
  const draw = (): void => {
    log.push('drawn')
    for (const call of draws.splice(0)) call()
  }
  return {
    queue,
    log,
    draw,
    draws,
    key: (name: string) =>
      queue.push({ type: 'key', key: { ...namedKey(name), text: name.length === 1 ? name : '' } }),
  }
}

test('text is taken at once; what may change the screen is drawn before the next key', () => {
  const { key, log, draw } = open()
  for (const name of ['a', 'b', 'enter', 'down', 'c']) key(name)
  expect(log).toEqual(['a', 'b', 'enter'])
  draw()
  draw()
  expect(log).toEqual(['a', 'b', 'enter', 'drawn', 'down', 'drawn', 'c'])
})

test('keys that only edit are taken at once at the prompt, and one by one where a dialog is open', () => {
  const typed = ['backspace', 'left', 'escape', 'a']
  const prompt = open()
  for (const name of typed) prompt.key(name)
  expect(prompt.log).toEqual(typed)
  const dialog = open(false)
  for (const name of typed) dialog.key(name)
  expect(dialog.log).toEqual(['backspace'])
})

test('a key that comes alone never waits for one that was drawn', () => {
  const { key, log, draw } = open(false)
  key('enter')
  draw()
  key('down')
  expect(log).toEqual(['enter', 'drawn', 'down'])
})

test('whatever comes, all of it is taken, in its order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'enter', 'DRAW')), steps => {
      const { key, log, draw, draws } = open()
      for (const step of steps)
        if (step === 'DRAW') draw()
        else key(step)
      while (draws.length > 0) draw()
      expect(log.filter(each => each !== 'drawn')).toEqual(steps.filter(step => step !== 'DRAW'))
    }),
  )
})
