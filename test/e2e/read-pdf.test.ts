import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { nestedBomb, operatorBomb, pdfOf } from '../support/pdf-bomb.ts'
import { IS_NATIVE_PROGRAM, openWorld } from '../support/run-program.ts'
import { IN_FULL } from '../support/sample-size.ts'
import { resultsOf } from '../support/wire-results.ts'

const read = (id: string, file_path: string) => ({ tool: { id, name: 'Read', input: { file_path } } })
const honest = () => pdfOf(deflateSync(Buffer.from('BT /F1 12 Tf 20 200 Td (Hello) Tj ET')), '/FlateDecode')

// Half a gigabyte of it: in every run the limits are those of src/features/tools/read/pdf-thread.test.ts.
test.runIf(IN_FULL || IS_NATIVE_PROGRAM)(
  'a bomb is an error for the model, and the next document is read as ever',
  async () => {
    await using world = await openWorld({
      replies: [
        read('before', 'good.pdf'),
        read('bomb', 'bomb.pdf'),
        read('after', 'other.pdf'),
        { text: 'Done.' },
      ],
    })
    for (const name of ['good.pdf', 'other.pdf']) writeFileSync(join(world.project, name), honest())
    writeFileSync(join(world.project, 'bomb.pdf'), nestedBomb())
    // A model nobody knows is given text.
    const ended = await world.stream(['--model', 'reads-text', 'read them'])
    expect([ended.code, ended.stderr]).toEqual([0, ''])
    const shown = 'Page 1 of 1:\nHello\n'
    expect(resultsOf(world)).toEqual({
      before: shown,
      // The limits that hold without being named.
      bomb: expect.stringMatching(
        /^ERROR <tool_use_error>Reading page 1 of .*bomb\.pdf (needs more than 512 MB|takes more than 20 seconds).*pdftotext/,
      ),
      after: shown,
    })
  },
)

test('SIGINT in the middle of a document ends the program', async () => {
  await using world = await openWorld({ replies: [read('slow', 'slow.pdf'), { text: 'Never.' }] })
  writeFileSync(join(world.project, 'slow.pdf'), operatorBomb())
  const program = world.start(['-p', '--output-format', 'stream-json', 'read it'])
  await program.line(line => line.type === 'assistant')
  program.child.kill('SIGINT')
  const ended = await program.ended
  expect([ended.code === 130 || ended.signal === 'SIGINT', world.server.requests.length]).toEqual([true, 1])
})
