import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'

const MAX_TAG = 60

export const tag: Pick<Command, 'run'> = {
  async run(args, { engine }) {
    const wanted = args.replace(/\s+/g, ' ').trim()
    if (wanted === '')
      throw new OpError('/tag takes a word or two, such as /tag release; /tag off removes it.')
    if (wanted.length > MAX_TAG) throw new OpError(`A tag has at most ${MAX_TAG} characters.`)
    await engine.send({ type: 'set_tag', tag: wanted === 'off' ? '' : wanted })
    return { kind: 'shown', text: wanted === 'off' ? 'The tag was removed.' : `Tagged: ${wanted}` }
  },
}
