// SPDX-License-Identifier: MIT
// A map, whose seed is random, and a sort.
package main

import (
	"fmt"
	"sort"
)

func main() {
	m := map[int]int{}
	for i := 0; i < 100000; i++ {
		m[i*7919%100003] += i
	}
	k := make([]int, 0, len(m))
	for x := range m {
		k = append(k, x)
	}
	sort.Ints(k)
	fmt.Println(len(k), k[17], m[k[17]])
}
