import { modelTexts } from '../../protocol/messages/model-texts.ts'

/** What the browser tells the model. */
export const browserSays = modelTexts('browser', {
  noPage: {
    en: 'No page is open. Use action "open" with a url.',
    zh: '没有打开的页面。请用 action "open" 并给出 url。',
  },
  noTab: {
    en: 'There is no tab {tab:number}. See action "tabs".',
    zh: '没有编号为 {tab:number} 的标签页。见 action "tabs"。',
  },
  needs: { en: 'action "{action}" needs {field}.', zh: 'action "{action}" 需要 {field}。' },
  badRef: {
    en: '{ref} is not a reference of a snapshot, such as e12 or f1e12.',
    zh: '{ref} 不是快照中的引用，如 e12 或 f1e12。',
  },
  goneRef: {
    en: '{ref} is not on the page any more. Take a snapshot.',
    zh: '{ref} 已不在页面上。请重新取快照。',
  },
  hidden: { en: '{ref} cannot be seen, so it cannot be clicked.', zh: '{ref} 不可见，无法点击。' },
  disabled: { en: '{ref} is disabled.', zh: '{ref} 已禁用。' },
  readOnly: { en: '{ref} cannot be changed: it is read-only.', zh: '{ref} 为只读，无法更改。' },
  covered: {
    en: '{ref} is covered by something else. Close or move that first. On top of it is:',
    zh: '{ref} 被其他元素遮住，请先关闭或移开它。上面是：',
  },
  notTyped: { en: '{ref} is no field to type into. It is:', zh: '{ref} 不是可输入的字段。它是：' },
  notSelect: { en: '{ref} is no list to choose from. It is:', zh: '{ref} 不是可选择的列表。它是：' },
  notFile: { en: '{ref} is no field for files.', zh: '{ref} 不是文件字段。' },
  noOption: { en: 'These are not among its options; the options are:', zh: '选项中没有这些值；选项为：' },
  noKey: {
    en: '{key} is no key, such as Enter, Escape, ArrowDown or Control+A.',
    zh: '{key} 不是按键，如 Enter、Escape、ArrowDown 或 Control+A。',
  },
  notOpened: { en: 'The page could not be opened: {why}.', zh: '无法打开页面：{why}。' },
  slow: {
    en: 'The page has not finished loading after {seconds:number} seconds; this is what there is.',
    zh: '页面在 {seconds:number} 秒后仍未加载完；以下是目前的内容。',
  },
  hangs: {
    en: 'The page does not answer: something in it runs without end. Close it (action "close") or open another.',
    zh: '页面没有响应：其中有代码一直在运行。请关闭它（action "close"）或打开别的页面。',
  },
  crashed: {
    en: 'The page has crashed, perhaps because it used too much memory. Open it again.',
    zh: '页面已崩溃，可能是占用了过多内存。请重新打开。',
  },
  ended: {
    en: 'The browser has ended. The next "open" starts it again.',
    zh: '浏览器已结束。下一次 "open" 会重新启动它。',
  },
  refused: { en: 'The browser did not do that: {why}.', zh: '浏览器没有执行：{why}。' },
  same: { en: 'The page looks the same as before.', zh: '页面看起来与之前相同。' },
  changes: { en: 'What changed (+ new, ~ different, - gone):', zh: '变化（+ 新增，~ 改变，- 消失）：' },
  whole: { en: 'Snapshot:', zh: '快照：' },
  above: {
    en: '{count:number} lines above are left out: scroll up for those.',
    zh: '上方省略 {count:number} 行：向上滚动可看到。',
  },
  behind: {
    en: '{count:number} lines are left out: scroll, or take a snapshot of a ref, or of the lines with some text.',
    zh: '省略 {count:number} 行：可滚动页面，或对某个 ref、对含某些文字的行取快照。',
  },
  cut: { en: 'The page is too large to be read whole.', zh: '页面太大，未能完整读取。' },
  nothingWith: { en: 'Nothing on the page has that text.', zh: '页面上没有该文字。' },
  errors: {
    en: {
      one: 'The page wrote an error to its console:',
      other: 'The page wrote {count:number} errors to its console, the last being:',
    },
    zh: '页面向控制台写入了 {count:number} 个错误，最后的是：',
  },
  dialog: {
    en: 'The page opened a dialog ({kind}), which was {answered}; it said:',
    zh: '页面打开了对话框（{kind}），已{answered}；内容为：',
  },
  accepted: { en: 'accepted', zh: '接受' },
  dismissed: { en: 'dismissed', zh: '取消' },
  dialogs: {
    en: 'The page kept opening dialogs, so its tab was closed.',
    zh: '页面不断打开对话框，其标签页已关闭。',
  },
  floods: {
    en: 'The page wrote to its console without end, so its tab was closed.',
    zh: '页面不停地向控制台写入，其标签页已关闭。',
  },
  notVisited: {
    en: 'The page wanted to go to another site, which was not allowed:',
    zh: '页面想转到其他网站，未获允许：',
  },
  reloads: {
    en: 'The page kept going to other addresses, so it was stopped.',
    zh: '页面不断跳转，已停止。',
  },
  blocked: { en: 'Not connected: {what:list}.', zh: '未连接：{what:list}。' },
  popup: { en: 'The page opened tab {tab:number}.', zh: '页面打开了标签页 {tab:number}。' },
  popups: {
    en: 'The page wanted more tabs than there may be; they were closed.',
    zh: '页面想打开过多的标签页，多出的已关闭。',
  },
  download: {
    en: 'A download is kept apart, unopened, at {path} ({bytes:number} bytes). Its own name is:',
    zh: '下载的文件已隔离保存、未打开：{path}（{bytes:number} 字节）。其原名为：',
  },
  notDownloaded: {
    en: 'A download was stopped: it is larger than {bytes:number} bytes.',
    zh: '下载已停止：超过 {bytes:number} 字节。',
  },
  chooser: {
    en: 'The page asks for a file: use action "upload".',
    zh: '页面要求选择文件：请用 action "upload"。',
  },
  appeared: { en: 'The text is there.', zh: '该文字已出现。' },
  notAppeared: {
    en: 'The text did not appear within {seconds:number} seconds.',
    zh: '该文字在 {seconds:number} 秒内没有出现。',
  },
  waited: { en: 'Waited {seconds:number} seconds.', zh: '已等待 {seconds:number} 秒。' },
  chosen: { en: 'Chosen.', zh: '已选择。' },
  closed: { en: 'Tab {tab:number} is closed.', zh: '标签页 {tab:number} 已关闭。' },
  manyTabs: { en: 'There are {count:number} tabs, and may not be more: close one.', zh: '已有 {count:number} 个标签页，不能再多：请关闭一个。' },
  noTabs: { en: 'No tab is open.', zh: '没有打开的标签页。' },
  quiet: { en: 'Nothing yet.', zh: '还没有内容。' },
  records: {
    en: 'Recording. Another "record" ends it and gives the person a file.',
    zh: '正在录制。再次使用 "record" 会结束录制，并把文件交给用户。',
  },
  recorded: {
    en: 'The recording ({count:number} pictures) is at {path}; the person can open it in a browser.',
    zh: '录制（{count:number} 帧）已保存到 {path}；用户可以用浏览器打开。',
  },
  noPictures: { en: 'Nothing was recorded: the page did not change.', zh: '没有录到内容：页面没有变化。' },
  stopped: { en: 'It was stopped.', zh: '已停止。' },
})
