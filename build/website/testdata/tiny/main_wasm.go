// Command tiny is the smallest vugu application: it proves the build without
// the site's own code.
package main

import (
	"fmt"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"
	"github.com/vugu/vugu/js"
)

type root struct{ clicks int }

func (c *root) Build(in *vugu.BuildIn) *vugu.BuildOut {
	text := func(s string) *vugu.VGNode { return &vugu.VGNode{Type: vugu.TextNode, Data: s} }
	button := &vugu.VGNode{Type: vugu.ElementNode, Data: "button", Attr: []vugu.VGAttribute{{Key: "id", Val: "more"}}}
	button.AppendChild(text(fmt.Sprintf("clicked %d", c.clicks)))
	button.DOMEventHandlerSpecList = append(button.DOMEventHandlerSpecList, vugu.DOMEventHandlerSpec{
		EventType: "click",
		Func:      func(vugu.DOMEvent) { c.clicks++ },
	})
	main := &vugu.VGNode{Type: vugu.ElementNode, Data: "main"}
	main.AppendChild(button)
	return &vugu.BuildOut{Out: []*vugu.VGNode{main}}
}

func main() {
	renderer, err := domrender.New("#app")
	if err != nil {
		panic(err)
	}
	env, err := vugu.NewBuildEnv(renderer.EventEnv())
	if err != nil {
		panic(err)
	}
	app := &root{}
	for ok := true; ok; ok = renderer.EventWait() {
		if err := renderer.Render(env.RunBuild(app)); err != nil {
			panic(err)
		}
		js.Global().Set("tinyReady", true)
	}
}
