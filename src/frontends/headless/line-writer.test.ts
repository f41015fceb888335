import { expect, test } from 'vitest'
import { LineWriter } from './line-writer.ts'

test('lines keep their order however slow a write is', async () => {
  const written: string[] = []
  const writer = new LineWriter(async text => {
    if (text === '1\n') await new Promise(resolve => setImmediate(resolve))
    written.push(text)
  })
  await Promise.all([writer.line(1), writer.line({ two: 2 }), writer.text('three')])
  expect(written).toEqual(['1\n', '{"two":2}\n', 'three'])
})

test('a line that waits for work holds the later ones back', async () => {
  const written: string[] = []
  const writer = new LineWriter(text => void written.push(text))
  let finish = (): void => {}
  const work = new Promise<void>(resolve => {
    finish = resolve
  })
  const answer = writer.lineAfter(
    async () => {
      await work
      return 'answer'
    },
    new Promise(() => undefined),
  )
  const later = writer.line('later')
  await new Promise(resolve => setImmediate(resolve))
  expect(written).toEqual([])
  finish()
  await Promise.all([answer, later])
  expect(written).toEqual(['"answer"\n', '"later"\n'])
})

test('work that needs other lines lets them go first', async () => {
  const written: string[] = []
  const writer = new LineWriter(text => void written.push(text))
  const work = Promise.withResolvers<string>()
  const released = Promise.withResolvers<void>()
  const answer = writer.lineAfter(() => work.promise, released.promise)
  const question = writer.line('question')
  released.resolve()
  await question
  expect(written).toEqual(['"question"\n'])
  work.resolve('answer')
  await answer
  expect(written).toEqual(['"question"\n', '"answer"\n'])
})

test('a failed write is told to its caller and stops nobody else', async () => {
  const written: string[] = []
  const writer = new LineWriter(text => {
    if (text === '1\n') throw new Error('full')
    written.push(text)
  })
  const [first, second] = await Promise.allSettled([writer.line(1), writer.line(2)])
  expect([first?.status, second?.status, written]).toEqual(['rejected', 'fulfilled', ['2\n']])
})
