// Command broken does not compile: a failing build must leave nothing behind.
package main

func main() { thereIsNoSuchFunction() }
