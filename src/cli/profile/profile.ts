import {
  listProfiles,
  makeProfile,
  profileFacts,
  profileHome,
} from '../../features/profiles/profile-files.ts'
import { findHomes } from '../../host/find-homes.ts'
import { PROFILE_VARIABLE } from '../../host/profiles/profile.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { profileText } from '../../protocol/messages/cli/profiles.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import { lines } from '../../protocol/messages/layout.ts'
import { oneOf } from '../args/read-value.ts'
import { ExitError } from '../exit-error.ts'
import { sayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { programCommand } from '../program-command.ts'
import { jsonText } from '../say.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'

const PROFILE = {
  name: 'profile',
  usage: usageOf(
    `Usage: capstan profile list [--json]
       capstan profile create <name>

A profile has its own settings and its own saved keys; sessions, memories and extensions are shared.
Use one with "capstan --profile <name>" or CAPSTAN_PROFILE=<name>, also before a command:
capstan --profile work auth login`,
    `用法：capstan profile list [--json]
      capstan profile create <名称>

每个配置档有自己的设置和已保存的密钥；会话、记忆和扩展是共用的。
用 "capstan --profile <名称>" 或 CAPSTAN_PROFILE=<名称> 选用，也可放在命令之前：
capstan --profile work auth login`,
  ),
  flags: { json: { type: 'boolean' } },
} as const

/** `capstan profile` */
export const profile = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(PROFILE.usage)
  const given = readOptions(PROFILE, argv)
  const [action = 'list', name, ...rest] = given.words
  const { configHome } = findHomes(from.env)
  const tell = await sayer(from.env)
  if (action === 'create' && name !== undefined && rest.length === 0) {
    if (profileHome(configHome, name) === undefined)
      throw new ExitError(2, openingText('bad_profile', { name: name.slice(0, 40) }))
    const file = makeProfile(configHome, name)
    if (file === undefined) throw new ExitError(1, profileText('there', { name }))
    const own = `${programCommand(from.env)} --profile ${name}`
    tell(profileText('created', { name, file, own }))
    return 0
  }
  if (action !== 'list' || name !== undefined)
    throw wrongUsage(PROFILE, argumentText('say_one_of', { choices: oneOf(['list', 'create <name>']) }))
  const found = listProfiles(configHome).map(each => ({
    ...profileFacts(configHome, each),
    current: each === from.env[PROFILE_VARIABLE],
  }))
  if (given.is('json')) tell(jsonText(found))
  else if (found.length === 0) tell(profileText('none'))
  else
    tell(
      lines(
        found.map(({ name: each, file, signedIn, current }) =>
          profileText(signedIn ? 'row_signed_in' : 'row', { mark: current ? '*' : ' ', name: each, file }),
        ),
      ),
    )
  return 0
}
