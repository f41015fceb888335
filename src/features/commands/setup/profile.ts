import type { Command } from '../../../protocol/command.ts'
import { setupAnswer } from '../../../protocol/messages/commands/setup.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

/** Accounts side by side. A session keeps the one that it began with: another one answers, pays and may do other things. */
export const profileCommand: Command = {
  ...described('profile'),
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, { place, engine }) {
    const { profiles } = place
    const [word = '', name = ''] = args.trim().split(/\s+/)
    if (!profiles) throw new OpError(setupAnswer('no_profiles_here'))
    if (word === 'create') {
      const file = profiles.create(name)
      if (file === undefined) throw new OpError(setupAnswer('profile_not_made', { name }))
      return shown(setupAnswer('profile_made', { name, file }))
    }
    const all = profiles.list()
    if (word !== '') {
      if (!all.includes(word)) throw new OpError(setupAnswer('no_such_profile', { name: word, names: all }))
      const { sessionId } = await engine.query('state')
      return shown(setupAnswer('profile_switch', { name: word, id: sessionId }))
    }
    const current =
      profiles.current === undefined
        ? setupAnswer('profile_none')
        : setupAnswer('profile_current', { name: profiles.current })
    if (all.length === 0) return shown(lines([current, setupAnswer('profiles_none')]))
    return shown(
      lines([
        current,
        table(
          headerOf('name'),
          all.map(each => [each]),
        ),
        setupAnswer('profile_how'),
      ]),
    )
  },
}
