import { constants, deflateRawSync, deflateSync } from 'node:zlib'

const MIB = 1024 ** 2

/** A document of one page that is drawn by these bytes. */
export const pdfOf = (stream: Buffer, filter: string): Buffer => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n${objects.join('')}5 0 obj\n<< /Length ${stream.length} /Filter ${filter} >>\nstream\n`,
    ),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF\n'),
  ])
}

/** A few kilobytes that are 2 GB of zeros behind two layers of compression. */
export const nestedBomb = (): Buffer => {
  const block = deflateRawSync(Buffer.alloc(MIB), { finishFlush: constants.Z_FULL_FLUSH })
  const count = 2048
  const end = Buffer.from([3, 0, 0, 0, 0, 0])
  end.writeUInt32BE(((((count * MIB) % 65_521) << 16) | 1) >>> 0, 2)
  const zeros = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array(count).fill(block), end])
  return pdfOf(deflateSync(zeros, { level: 9 }), '[/FlateDecode /FlateDecode]')
}

/** Some hundred kilobytes that are a million instructions. */
export const operatorBomb = (): Buffer => {
  const drawn = Buffer.from(`BT /F1 12 Tf ${'20 200 Td (text upon text) Tj '.repeat(1_300_000)} ET`)
  return pdfOf(deflateSync(drawn, { level: 1 }), '/FlateDecode')
}
