import { readAgents } from '../../features/agents/read-agents.ts'
import { createMarkdownHeads } from '../../lib/markdown-heads.ts'
import { HostError } from '../../protocol/host.ts'
import { verbatim } from '../../protocol/messages/layout.ts'

/** Throws HostError for `--agents` that can't be used as written: a run without them would do something else. */
export const checkGivenAgents = async (given: string): Promise<void> => {
  const { contributions } = await readAgents([], createMarkdownHeads(undefined), given)
  const [problem] = contributions.flatMap(({ problems = [] }) => problems)
  if (problem) throw new HostError('request', verbatim(problem.message))
}
