import { area } from '../area.ts'

/** What the engine adds to the decision about a call. */
export const callText = area('calls', {
  withdrawn: {
    en: 'The question was withdrawn before it was answered.',
    zh: '询问在回答之前已撤回。',
  },
  changed: {
    en: 'What this call would do changed while it was being decided: {what}',
    zh: '在决定期间，此调用的作用发生了变化：{what}',
  },
  link_gone: { en: 'a link is one no more', zh: '有链接已不再是链接' },
  led_elsewhere: {
    en: 'A path of this call led to another file when it was decided than when the question was asked. Nothing was done.',
    zh: '此调用的某个路径在决定时与询问时指向不同的文件。未执行任何操作。',
  },
  answer_input: { en: 'The changed input is invalid: {error}', zh: '更改后的输入无效：{error}' },
  changed_by_client: {
    en: 'The answer changed what would be done into something that has not been allowed. Nothing was done.',
    zh: '回答把要做的事改成了未获允许的内容。未执行任何操作。',
  },
  file_changed: {
    en: 'The file changed while this was being decided, so the change would not be the one that was shown. Read it again.',
    zh: '在决定期间文件发生了变化，改动将与显示的不同。',
  },
  no_question: {
    en: 'No permission question with id {id} is open.',
    zh: '没有 id 为 {id} 的权限询问。',
  },
  hook_retry: { en: 'A hook says that it may be tried again.', zh: '有钩子表示可以重试。' },
  hook_allowed: { en: 'A hook allowed it', zh: '有钩子放行了它' },
  hook_declined: { en: 'A hook declined it.', zh: '钩子拒绝了它。' },
  hook_decided: { en: 'A hook decided.', zh: '由钩子决定。' },
  hook_defers: {
    en: '{reason} Deferring a call is not supported here.',
    zh: '{reason} 此处不支持推迟调用。',
  },
  hook_input: {
    en: 'A hook changed the input to something invalid: {error}',
    zh: '钩子把输入改成了无效内容：{error}',
  },
  deferred: {
    en: 'This call was put off: it did not run, and the turn ended here. When the session goes on, make the call again if it is still needed.',
    zh: '此调用已推迟：没有运行，本轮到此结束。',
  },
})
