// SPDX-License-Identifier: MIT
// A hash map with random seeds, and a B-tree.
use std::collections::{BTreeMap, HashMap};

fn main() {
    let mut tree = BTreeMap::new();
    let mut map = HashMap::new();
    for i in 0..5000u32 {
        tree.insert(i.wrapping_mul(2654435761), i);
        *map.entry(i % 701).or_insert(0u64) += u64::from(i);
    }
    println!("{:?} {}", tree.iter().next(), map[&17]);
}
