import type { OpenRequest } from '../../protocol/host.ts'
import type { Gathered } from '../settings/gather-settings.ts'

/**
 * The environment that says who answers, with which key and where: the process's own under what managed, user and
 * command-line settings put into `env`. What a folder says there counts for commands only.
 */
export const withOwnEnv = <
  T extends {
    readonly request: Pick<OpenRequest, 'env'>
    readonly gathered: Pick<Gathered, 'ownEnv'>
  },
>(
  from: T,
): T => ({ ...from, request: { ...from.request, env: { ...from.request.env, ...from.gathered.ownEnv } } })
