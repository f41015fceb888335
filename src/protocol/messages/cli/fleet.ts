import { area } from '../area.ts'

/** What a fleet says: its workers, and the commands about jobs. */
export const fleetText = area('fleet', {
  cannot_open: { en: 'Job {job} was not started: {why}', zh: '任务 {job} 未开始：{why}' },
  no_order: {
    en: 'it has no order signed by an owner this worker knows ({field})',
    zh: '没有由此工作机认识的所有者签名的任务书（{field}）',
  },
  not_for_us: { en: 'it is encrypted for other workers ({field})', zh: '它是为其他工作机加密的（{field}）' },
  damaged: { en: 'it was changed on the way ({field})', zh: '它在途中被改动（{field}）' },
  invalid: { en: '"{field}" in it is not valid', zh: '其中的“{field}”无效' },
  other_version: {
    en: 'Job {job} was made by Capstan {theirs}; this worker has {ours} and leaves it to others.',
    zh: '任务 {job} 由 Capstan {theirs} 提交；此工作机的版本是 {ours}，留给其他工作机。',
  },
  no_secret: {
    en: 'Job {job} needs {names:and} from the environment, which this worker does not give out (--secrets).',
    zh: '任务 {job} 需要环境变量 {names:and}，此工作机没有提供（--secrets）。',
  },
  stopped_by_owner: { en: 'Job {job} was stopped by its owner.', zh: '任务 {job} 已被所有者停止。' },
  fenced: {
    en: 'Job {job} is no longer held by this worker; another one continues it.',
    zh: '此工作机不再持有任务 {job}；由另一台继续。',
  },
  aside: {
    en: 'Job {job} was set aside: {workers:and} were lost while running it. Start it again with: capstan jobs retry {job}',
    zh: '任务 {job} 已搁置：运行它时先后失去了 {workers:and}。重新开始：capstan jobs retry {job}',
  },
})
