import { encodeNew } from '../../src/lib/encoding/write-text.ts'

/** A file as somebody with an older program would have it. */
export interface EncodedFile {
  readonly name: string
  readonly encoding: string
  readonly bom: boolean
  readonly text: string
  readonly data: Buffer
}

const CHINESE = [
  '读取配置文件，如果不存在就使用默认值',
  '用户名或密码错误，请重新输入',
  '本月订单数量比上月增加了百分之十二',
  '注意：修改此处之前请先备份数据库',
  '连接服务器超时',
  '计算两点之间的距离',
  '北京市海淀区中关村大街',
  '这个函数返回所有未完成的任务',
]
const TAIWANESE = [
  '讀取設定檔，如果不存在就使用預設值',
  '使用者名稱或密碼錯誤，請重新輸入',
  '本月訂單數量比上月增加了百分之十二',
  '注意：修改此處之前請先備份資料庫',
  '連線伺服器逾時',
  '計算兩點之間的距離',
  '臺北市中正區重慶南路',
  '這個函式會傳回所有未完成的工作',
]
const JAPANESE = [
  '設定ファイルを読み込み、なければ既定値を使う',
  'ユーザー名またはパスワードが間違っています',
  '今月の注文数は先月より十二パーセント増えました',
  '注意：変更する前にデータベースをバックアップしてください',
  'サーバーへの接続がタイムアウトしました',
  '二点間の距離を計算する',
  '東京都千代田区丸の内',
  'この関数は未完了のタスクをすべて返す',
]
const KOREAN = [
  '설정 파일을 읽고 없으면 기본값을 사용한다',
  '사용자 이름 또는 비밀번호가 잘못되었습니다',
  '이번 달 주문 수는 지난달보다 십이 퍼센트 늘었습니다',
  '주의: 수정하기 전에 데이터베이스를 백업하십시오',
  '서버 연결 시간이 초과되었습니다',
  '두 점 사이의 거리를 계산한다',
  '서울특별시 종로구 세종대로',
  '이 함수는 완료되지 않은 작업을 모두 반환한다',
]
const WESTERN = [
  'Le fichier de réglages est lu ; à défaut, les valeurs prévues sont utilisées',
  'Benutzername oder Paßwort sind ungültig – bitte erneut prüfen',
  'El año pasado la facturación creció un doce por ciento según el señor Muñoz',
  'Größenänderungen müssen vorher geprüft werden',
  'La connexion au serveur a expiré',
  'Distância entre dois pontos, já em metros não em pés',
  'Züricher Straße 12, 8000 München',
  'Cette fonction renvoie les tâches inachevées, l’une après l’autre',
]
const RUSSIAN = [
  'Читаем файл настроек; если его нет, берём значения по умолчанию',
  'Неверное имя пользователя или пароль',
  'В этом месяце заказов на двенадцать процентов больше',
  'Внимание: перед изменением сделайте резервную копию базы',
  'Время ожидания ответа сервера истекло',
  'Вычисляет расстояние между двумя точками',
  'Москва, Тверская улица, дом семь',
  'Функция возвращает все незавершённые задачи',
]

type Say = (index: number) => string

/** How such sentences stand in the files of a project. */
const FORMS: Readonly<Record<string, (say: Say) => string>> = {
  'main.c': say =>
    `#include <stdio.h>\n\n/* ${say(0)} */\nint main(void) {\n    printf("${say(1)}\\n");\n    return 0; // ${say(5)}\n}\n`,
  'Config.java': say =>
    `package app;\n\n/**\n * ${say(0)}\n */\npublic class Config {\n  static final String ERROR = "${say(1)}";\n  // ${say(7)}\n}\n`,
  'tasks.py': say =>
    `def open_tasks(items):\n    """${say(7)}"""\n    # ${say(3)}\n    return [i for i in items if not i.done]\n`,
  'orders.csv': say => `id,place,note\r\n1,"${say(6)}","${say(2)}"\r\n2,"${say(6)}","${say(4)}"\r\n`,
  'readme.md': say =>
    `# ${say(6)}\n\n${say(0)}\n\n- ${say(1)}\n- ${say(2)}\n- ${say(4)}\n\n    make all\n\n${say(3)}\n`,
  'app.ini': say => `[server]\n; ${say(4)}\ntimeout = 30\nname = ${say(6)}\n[user]\n; ${say(1)}\n`,
  'schema.sql': say =>
    `-- ${say(3)}\nCREATE TABLE orders (id INT, note TEXT); -- ${say(2)}\nINSERT INTO orders VALUES (1, '${say(6)}');\n`,
  'index.html': say =>
    `<html>\n<head><title>${say(6)}</title></head>\n<body>\n<p>${say(1)}</p>\n<p>${say(2)}</p>\n</body>\n</html>\n`,
  'old.js': say => `// ${say(0)}\nfunction distance(a, b) {\n  // ${say(5)}\n  alert("${say(4)}")\n}\n`,
  'server.log': say =>
    Array.from(
      { length: 40 },
      (_, at) => `2026-11-${10 + (at % 20)} 12:00:${10 + at} ERROR ${say(at % 8)}\n`,
    ).join(''),
  'Form.vb': say => `' ${say(7)}\r\nPrivate Sub Open_Click()\r\n    MsgBox "${say(1)}"\r\nEnd Sub\r\n`,
  'strings.properties': say => `title=${say(6)}\nerror.login=${say(1)}\nerror.time=${say(4)}\n`,
  'build.bat': say => `@echo off\r\nrem ${say(3)}\r\necho ${say(4)}\r\n`,
  Makefile: say => `# ${say(0)}\nall:\n\t@echo "${say(5)}"\n`,
  'notes.txt': say => Array.from({ length: 8 }, (_, at) => say(at)).join('\n'),
  'long.txt': say => `${Array.from({ length: 200 }, (_, at) => say(at % 8)).join(' ')}\n`,
  'one-comment.go': say =>
    `package main\n\n${'func f() int { return 1 }\n'.repeat(60)}// ${say(7)}\nfunc main() { f() }\n`,
  'table.txt': say => Array.from({ length: 8 }, (_, at) => `${at}\t${say(at)}\t${at * at}`).join('\n'),
  'query.xml': say => `<?xml version="1.0"?>\n<rows>\n  <row name="${say(6)}">${say(2)}</row>\n</rows>\n`,
  'short.txt': say => `${say(4)}\n`,
}

const LANGUAGES: readonly (readonly [encoding: string, sentences: readonly string[], bom?: true])[] = [
  ['gbk', CHINESE],
  ['gb18030', CHINESE.map(line => `${line}𠮷㐂`)],
  ['big5', TAIWANESE],
  ['shift_jis', JAPANESE],
  ['euc-jp', JAPANESE],
  ['euc-kr', KOREAN],
  ['windows-1252', WESTERN],
  ['windows-1251', RUSSIAN],
  ['utf-16le', [...CHINESE.slice(0, 4), ...RUSSIAN.slice(4)], true],
  ['utf-16be', JAPANESE],
]

const encode = (text: string, encoding: string, bom: boolean): Buffer => {
  const made = encodeNew(bom ? `\ufeff${text}` : text, encoding)
  if (!Buffer.isBuffer(made)) throw new Error(`${encoding} has no ${made.character}`)
  return made
}

/** Two hundred files in ten encodings. */
export const encodedFiles = (): readonly EncodedFile[] =>
  LANGUAGES.flatMap(([encoding, sentences, bom = false]) =>
    Object.entries(FORMS).map(([name, form]) => {
      const text = form(index => sentences[index % sentences.length] ?? '')
      return { name: `${encoding}/${name}`, encoding, bom, text, data: encode(text, encoding, bom) }
    }),
  )
