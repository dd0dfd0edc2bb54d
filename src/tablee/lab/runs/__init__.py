"""`tablee lab`: many games of one experiment, their figures with intervals, reports and comparisons."""
