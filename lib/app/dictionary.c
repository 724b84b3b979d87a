/* SPDX-License-Identifier: MIT */
/* Words are found by binary search, so they are sorted by byte, which a unit test checks. */
#include "lib/app/dictionary.h"

#include "lib/rng.h"
#include "lib/text/string.h"

#define PARAGRAPH_WORDS 90u             /* one word of this many ends a paragraph */
#define SENTENCE_WORDS 12u
#define SPOILT_LETTERS_MIN 4u           /* minimum length of a misspelled word */

static const char *const words[] = {
	"a", "about", "above", "across", "after", "again", "against", "air", "all", "almost",
	"alone", "along", "already", "also", "always", "among", "and", "another", "answer",
	"any", "are", "around", "as", "ask", "at", "away", "back", "be", "because", "become",
	"been", "before", "began", "begin", "behind", "being", "below", "best", "better",
	"between", "big", "black", "boat", "book", "both", "bread", "bring", "built", "but",
	"by", "call", "came", "can", "carry", "change", "children", "city", "clean", "clear",
	"close", "cold", "color", "come", "corn", "could", "country", "cross", "dark", "day",
	"did", "different", "do", "does", "done", "door", "down", "draw", "dry", "each", "early",
	"earth", "east", "eat", "end", "enough", "even", "evening", "ever", "every", "eye",
	"face", "fall", "family", "far", "farm", "fast", "father", "feel", "feet", "few",
	"field", "find", "fire", "first", "fish", "five", "flat", "floor", "follow", "food",
	"for", "found", "four", "free", "from", "full", "game", "garden", "gave", "get", "girl",
	"give", "glass", "go", "gold", "good", "grass", "great", "green", "ground", "group",
	"grow", "had", "half", "hand", "hard", "has", "have", "he", "head", "hear", "heard",
	"heart", "heavy", "help", "her", "here", "high", "hill", "him", "his", "hold", "home",
	"hot", "hour", "house", "how", "hundred", "if", "important", "in", "interest", "into",
	"is", "island", "it", "its", "just", "keep", "kind", "king", "knew", "know", "lake",
	"land", "large", "last", "late", "later", "leave", "leaves", "left", "less", "let",
	"letter", "life", "light", "like", "line", "list", "listen", "little", "live", "long",
	"look", "low", "machine", "made", "make", "man", "many", "map", "mark", "may", "mean",
	"measure", "men", "might", "mile", "milk", "mind", "minute", "miss", "money", "month",
	"moon", "more", "morning", "most", "mother", "mountain", "move", "much", "music", "must",
	"name", "near", "need", "never", "new", "next", "night", "north", "not", "note",
	"nothing", "now", "number", "of", "off", "often", "old", "on", "once", "one", "only",
	"open", "or", "order", "other", "our", "out", "over", "own", "page", "paper", "part",
	"pass", "past", "people", "picture", "place", "plan", "plant", "play", "point", "port",
	"power", "press", "pull", "put", "rain", "reach", "read", "ready", "red", "rest", "ride",
	"right", "river", "road", "rock", "room", "round", "run", "said", "sail", "same", "sand",
	"saw", "say", "school", "sea", "second", "see", "seem", "sentence", "set", "seven",
	"several", "shape", "she", "ship", "shore", "short", "should", "show", "side", "sing",
	"sit", "six", "sky", "sleep", "slow", "small", "snow", "so", "some", "song", "soon",
	"sound", "south", "space", "spell", "stand", "star", "start", "state", "stay", "step",
	"still", "stone", "stop", "story", "street", "strong", "study", "such", "sun", "sure",
	"table", "take", "talk", "teach", "tell", "ten", "than", "that", "the", "their", "them",
	"then", "there", "these", "they", "thing", "think", "this", "those", "though", "thought",
	"thousand", "three", "through", "time", "to", "together", "told", "too", "took", "top",
	"town", "travel", "tree", "true", "turn", "two", "under", "until", "up", "upon", "use",
	"very", "voice", "wait", "walk", "wall", "want", "war", "warm", "was", "watch", "water",
	"wave", "way", "we", "week", "well", "went", "were", "west", "what", "wheel", "when",
	"where", "which", "while", "white", "who", "whole", "whose", "why", "will", "wind",
	"window", "winter", "with", "without", "wood", "word", "work", "world", "would", "write",
	"year", "yellow", "yes", "you", "young", "your",
};

#define WORDS (sizeof(words) / sizeof(words[0]))

/* Compare two words. The result is less than, equal to or greater than 0, like that of strcmp. */
static int dictionary_compare(const char *word, uint32_t length, const char *entry)
{
	uint32_t entry_length = (uint32_t)strlen(entry);
	int order = memcmp(word, entry, length < entry_length ? length : entry_length);

	return order != 0 ? order : (int)length - (int)entry_length;
}

bool dictionary_has(const char *word, uint32_t length)
{
	uint32_t first = 0, end = WORDS;

	if (length > DICTIONARY_LETTERS_MAX)
		return false;
	while (first < end) {
		uint32_t middle = (first + end) / 2;
		int order = dictionary_compare(word, length, words[middle]);

		if (order == 0)
			return true;
		if (order < 0)
			end = middle;
		else
			first = middle + 1;
	}
	return false;
}

/* Exchange two letters. Returns false if the result is not a misspelling. */
static bool dictionary_spoil(char *word, uint32_t length)
{
	char second = word[1];

	if (length < SPOILT_LETTERS_MIN)
		return false;
	word[1] = word[2];
	word[2] = second;
	return !dictionary_has(word, length);
}

/* Generate a word with its separator, misspelled if is_spoilt and possible. Returns its length, and
 * whether it is misspelled. */
static uint32_t dictionary_make(struct rng *rng, bool is_spoilt, char *out, bool *is_planted)
{
	const char *word = words[rng_below(rng, WORDS)];
	uint32_t length = (uint32_t)strlen(word);

	memcpy(out, word, length);
	*is_planted = is_spoilt && dictionary_spoil(out, length);
	if (!*is_planted)
		memcpy(out, word, length);
	if (rng_below(rng, SENTENCE_WORDS) == 0)
		out[length++] = '.';
	out[length++] = rng_below(rng, PARAGRAPH_WORDS) == 0 ? '\n' : ' ';
	return length;
}

uint32_t dictionary_write(char *bytes, uint32_t length, uint64_t seed, uint32_t every)
{
	char word[DICTIONARY_LETTERS_MAX + 2];
	uint32_t used = 0, planted = 0, count = 0;
	struct rng rng;

	rng_seed(&rng, seed);
	while (used < length) {
		bool is_planted;
		uint32_t size = dictionary_make(&rng, ++count % every == 0, word, &is_planted);

		if (size > length - used) {
			memset(bytes + used, ' ', length - used);
			break;
		}
		memcpy(bytes + used, word, size);
		used += size;
		planted += is_planted;
	}
	return planted;
}
