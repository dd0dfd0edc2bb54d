"""`tablee arena`: bots against bots. Every deal is played with every seating, so that luck favours nobody."""
