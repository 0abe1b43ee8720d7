package main

import (
	"strconv"
	"strings"

	"github.com/vugu/vjson"
	"github.com/vugu/vugu"

	"github.com/isofront/isofront/core/render"
)

// What the generated templates call (build/slimvugu): each stands for a literal
// that vugugen would write out at every use.

// vgElement appends an element: its tag, then keys and values, by line.
func vgElement(parent *vugu.VGNode, fields string) *vugu.VGNode {
	tag, rest, more := strings.Cut(fields, "\n")
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: tag}
	for more {
		var key, val string
		key, rest, _ = strings.Cut(rest, "\n")
		val, rest, more = strings.Cut(rest, "\n")
		n.Attr = append(n.Attr, vugu.VGAttribute{Key: key, Val: val})
	}
	parent.AppendChild(n)
	return n
}

// vgText appends text.
func vgText(parent *vugu.VGNode, text string) {
	parent.AppendChild(&vugu.VGNode{Type: vugu.TextNode, Data: text})
}

// vgOn adds a listener.
func vgOn(n *vugu.VGNode, event string, f func(vugu.DOMEvent)) {
	n.DOMEventHandlerSpecList = append(n.DOMEventHandlerSpecList, vugu.DOMEventHandlerSpec{EventType: event, Func: f})
}

// vgProperty sets a property of the element: text or truth.
func vgProperty(n *vugu.VGNode, key string, val any) {
	var out string
	switch v := val.(type) {
	case bool:
		out = strconv.FormatBool(v)
	case string:
		if native {
			vgAttribute(n, key, v)
		}
		b, err := vjson.Marshal(v)
		if err != nil {
			return // text always has a form
		}
		out = string(b)
	}
	n.Prop = append(n.Prop, vugu.VGProperty{Key: key, JSONVal: vjson.RawMessage(out)})
}

// vgAttribute sets an attribute: text, a number, or whether it is there.
func vgAttribute(n *vugu.VGNode, key string, val any) {
	switch v := val.(type) {
	case string:
		n.Attr = append(n.Attr, vugu.VGAttribute{Key: key, Val: v})
	case int:
		n.Attr = append(n.Attr, vugu.VGAttribute{Key: key, Val: strconv.Itoa(v)})
	case bool:
		if v {
			n.Attr = append(n.Attr, vugu.VGAttribute{Key: key, Val: key})
		}
	}
}

// vgContent sets what is inside: text is escaped, vugu.HTML is not, nil leaves
// the element to the script.
func vgContent(n *vugu.VGNode, val any) {
	switch v := val.(type) {
	case string:
		s := render.Escape(v)
		n.InnerHTML = &s
	case vugu.HTML:
		s := string(v)
		n.InnerHTML = &s
	}
}
