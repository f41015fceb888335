import type { ClientCapabilities } from '@agentclientprotocol/sdk'
import { field } from '../../lib/values/read-field.ts'

/** What the client said it can do; nothing else is asked of it. */
export interface Abilities {
  readonly readFiles: boolean
  readonly writeFiles: boolean
  readonly terminals: boolean
  readonly notices: boolean
  readonly compaction: boolean
  /** Options that are on or off; without it such an option is a choice of two. */
  readonly switches: boolean
  readonly forms: boolean
  /** It can run this program in a terminal of its own, for a person to sign in. */
  readonly terminalAuth: boolean
  /** It shows every option of a permission question by its name: there may be several of one kind. */
  readonly listsOptions: boolean
}

export const abilitiesOf = (given: ClientCapabilities | null | undefined): Abilities => ({
  readFiles: given?.fs?.readTextFile === true,
  writeFiles: given?.fs?.writeTextFile === true,
  terminals: given?.terminal === true,
  notices: isOffered(given?.session?.notices),
  compaction: isOffered(given?.session?.compaction),
  switches: isOffered(given?.session?.configOptions?.boolean),
  forms: isOffered(given?.elicitation?.form),
  terminalAuth: given?.auth?.terminal === true,
  listsOptions: field(field(given?._meta, 'capstan'), 'listsPermissionOptions') === true,
})

/** An empty object means yes. */
const isOffered = (ability: object | null | undefined): boolean => ability !== null && ability !== undefined
