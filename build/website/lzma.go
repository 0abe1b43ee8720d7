package website

import (
	"bytes"
	"fmt"
	"io"

	"github.com/kjk/lzma"
)

// lzmaLevel looks back 16 MiB, as far as brotli does here; the higher ones only take
// more memory.
const lzmaLevel = 6

// lzmaOf packs content by LZMA, and unpacks it again: what a reader keeps for years must
// not rest on its packer alone.
func lzmaOf(content []byte) ([]byte, error) {
	var packed bytes.Buffer
	w := lzma.NewWriterSizeLevel(&packed, int64(len(content)), lzmaLevel)
	_, err := w.Write(content)
	if closed := w.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, fmt.Errorf("website: lzma: %w", err)
	}
	r := lzma.NewReader(bytes.NewReader(packed.Bytes()))
	defer r.Close()
	if back, err := io.ReadAll(r); err != nil || !bytes.Equal(back, content) {
		return nil, fmt.Errorf("website: lzma: what was packed does not come back: %v", err)
	}
	return packed.Bytes(), nil
}
