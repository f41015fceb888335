import { randomUUID } from 'node:crypto'
import { approve, forget } from '../../features/trust/approvals.ts'
import { changeState } from '../../features/trust/state-file.ts'
import { APPROVED, DECLINED } from './server-approvals.ts'

const DEPS = { newId: randomUUID, now: () => Date.now() }

/** Remembers the person's word about a server of a project, bound to its definition. */
export const approveServer = async (
  { configHome, root }: { readonly configHome: string; readonly root: string },
  { name, sha256 }: { readonly name: string; readonly sha256: string },
  yes: boolean,
): Promise<void> => {
  const [kind, other] = yes ? [APPROVED, DECLINED] : [DECLINED, APPROVED]
  await changeState(
    configHome,
    state =>
      approve(
        forget(state, root, given => given.kind === other && given.name === name),
        root,
        { kind, name, sha256 },
      ),
    DEPS,
  )
}

/** Every word about servers of this project; each is asked about again. */
export const resetServers = async (configHome: string, root: string): Promise<void> => {
  await changeState(
    configHome,
    state => forget(state, root, ({ kind }) => kind === APPROVED || kind === DECLINED),
    DEPS,
  )
}
