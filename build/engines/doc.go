// Package engines tests the site in browsers of other makes than Chromium's:
// Firefox over WebDriver BiDi, and WebKit over its WebDriver. They are not on
// every machine, so their tests are built with the tag engines alone:
//
//	make test-engines
package engines
