import * as z from 'zod'

/**
 * What members say to each other's programs rather than in words: JSON inside the text of a mail. Whoever sent it is
 * another agent: nothing here is a person's consent unless it came from the leader's terminal.
 */

const text = z.string().max(256 * 1024)
const short = z.string().max(1_000)
const requestId = z.string().min(1).max(200)
const answer = { requestId, approve: z.boolean(), feedback: text.optional() }

const teamMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('idle_notification'),
    reason: z.enum(['available', 'interrupted', 'failed']),
    summary: text.optional(),
    completedTaskId: short.optional(),
  }),
  z.object({
    type: z.literal('plan_approval_request'),
    requestId,
    plan: text,
    planFilePath: short.optional(),
  }),
  z.object({ type: z.literal('plan_approval_response'), ...answer }),
  z.object({
    type: z.literal('permission_request'),
    requestId,
    toolName: short,
    toolUseId: short,
    description: text,
    input: z.record(z.string(), z.unknown()),
    /** Proves who wrote it. */
    auth: short.optional(),
  }),
  z.object({
    type: z.literal('permission_response'),
    ...answer,
    updatedInput: z.record(z.string(), z.unknown()).optional(),
    auth: short.optional(),
  }),
  z.object({ type: z.literal('shutdown_request'), requestId, reason: text.optional() }),
  z.object({ type: z.literal('shutdown_response'), ...answer }),
  z.object({
    type: z.literal('task_assigned'),
    taskId: short,
    subject: text,
    description: text.optional(),
    assignedBy: short,
  }),
])

export type TeamMessage = z.infer<typeof teamMessage>

export const writeTeamMessage = (message: TeamMessage): string => JSON.stringify(message)

/** Undefined: these are words, whatever they look like. */
export const readTeamMessage = (words: string): TeamMessage | undefined => {
  if (!words.startsWith('{')) return undefined
  try {
    return teamMessage.safeParse(JSON.parse(words)).data
  } catch {
    // Words that begin with a brace.
    return undefined
  }
}
